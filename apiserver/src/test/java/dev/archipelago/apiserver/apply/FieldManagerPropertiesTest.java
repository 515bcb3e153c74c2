package dev.archipelago.apiserver.apply;

import static dev.archipelago.api.patch.TestingJson.object;
import static dev.archipelago.apiserver.apply.TestingManagedFields.T0;
import static dev.archipelago.apiserver.apply.TestingManagedFields.T1;
import static dev.archipelago.apiserver.apply.TestingManagedFields.T2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.archipelago.model.schema.Struct;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// What must hold for all objects. A failure names its seed.
class FieldManagerPropertiesTest {
    private static final int SEEDS = 100;
    private static final Struct SCHEMA = TestingKinds.SHAPES;
    private static final Manager APPLIER = Manager.of("applier", "v1");
    private static final Manager OTHER = Manager.of("other", "v1");

    private static ObjectNode empty() {
        return object("{apiVersion: 'v1', kind: 'Shapes'}");
    }

    private static ObjectNode apply(@Nullable ObjectNode live, ObjectNode applied, Manager manager) {
        return FieldManager.apply(live, applied, SCHEMA, manager, true, T1);
    }

    private static FieldSet owned(ObjectNode object, Manager manager) {
        FieldSet owned = FieldSet.EMPTY;
        for (Entry entry : ManagedFields.of(object).entries()) {
            if (entry.manager().equals(manager)) {
                owned = owned.union(entry.set());
            }
        }
        return owned;
    }

    @Test
    void applyToNothingGivesWhatIsApplied() {
        for (long seed = 0; seed < SEEDS; seed++) {
            ObjectNode applied = new RandomObjects(seed).object(SCHEMA);

            ObjectNode result = apply(null, applied, APPLIER);

            assertThat(owned(result, APPLIER)).as("seed %d", seed).isEqualTo(FieldSets.of(applied, SCHEMA));
            assertThat(result.deepCopy().without("metadata"))
                    .as("seed %d", seed)
                    .isEqualTo(applied);
        }
    }

    @Test
    void applyIsIdempotent() {
        for (long seed = 0; seed < SEEDS; seed++) {
            RandomObjects objects = new RandomObjects(seed);
            ObjectNode live = objects.object(SCHEMA);
            FieldManager.update(null, live, SCHEMA, OTHER, T0);
            ObjectNode applied = objects.object(SCHEMA);

            ObjectNode once = apply(live, applied, APPLIER);
            ObjectNode twice = FieldManager.apply(once, applied, SCHEMA, APPLIER, false, T2);

            assertThat(twice).as("seed %d", seed).isSameAs(once);
        }
    }

    @Test
    void applyGivesEveryAppliedFieldItsValue() {
        for (long seed = 0; seed < SEEDS; seed++) {
            RandomObjects objects = new RandomObjects(seed);
            ObjectNode live = objects.object(SCHEMA);
            FieldManager.update(null, live, SCHEMA, OTHER, T0);
            ObjectNode applied = objects.object(SCHEMA);

            ObjectNode result = apply(live, applied, APPLIER);

            FieldComparison comparison = FieldSets.compare(applied, result, SCHEMA);
            assertThat(comparison.modified()).as("seed %d", seed).isEqualTo(FieldSet.EMPTY);
            assertThat(comparison.removed()).as("seed %d", seed).isEqualTo(FieldSet.EMPTY);
            assertThat(FieldSets.of(live, SCHEMA).difference(FieldSets.of(result, SCHEMA)))
                    .as("seed %d: apply removes nothing of others", seed)
                    .isEqualTo(FieldSet.EMPTY);
        }
    }

    @Test
    void givingEverythingUpRemovesExactlyWhatNobodyElseOwns() {
        for (long seed = 0; seed < SEEDS; seed++) {
            RandomObjects objects = new RandomObjects(seed);
            ObjectNode live = objects.object(SCHEMA);
            FieldManager.update(null, live, SCHEMA, OTHER, T0);
            ObjectNode applied = apply(live, objects.object(SCHEMA), APPLIER);

            ObjectNode result = apply(applied, empty(), APPLIER);

            FieldSet alone = owned(applied, APPLIER).difference(owned(applied, OTHER));
            assertThat(FieldSets.of(result, SCHEMA))
                    .as("seed %d", seed)
                    .isEqualTo(FieldSets.of(applied, SCHEMA).difference(alone));
            assertThat(owned(result, APPLIER)).as("seed %d", seed).isEqualTo(FieldSet.EMPTY);
            assertThat(owned(applied, OTHER)
                            .difference(owned(result, OTHER))
                            .intersection(FieldSets.of(applied, SCHEMA)))
                    .as("seed %d: others lose at most containers that became empty", seed)
                    .isEqualTo(FieldSet.EMPTY);
        }
    }

    @Test
    void everyFieldHasOneUpdaterThatOwnsIt() {
        for (long seed = 0; seed < SEEDS / 2; seed++) {
            RandomObjects objects = new RandomObjects(seed);
            @Nullable ObjectNode live = null;
            for (int write = 0; write < 6; write++) {
                // Something always stays: an object that nobody owns anything of is not tracked any more.
                ObjectNode next = objects.object(SCHEMA).put("value", "fixed");
                FieldManager.update(
                        live, next, SCHEMA, Manager.of("m" + objects.below(3), "v1"), T0.plusSeconds(write));
                live = next;
                FieldSet all = FieldSet.EMPTY;
                for (Entry entry : ManagedFields.of(next).entries()) {
                    assertThat(all.intersection(entry.set()))
                            .as("seed %d", seed)
                            .isEqualTo(FieldSet.EMPTY);
                    all = all.union(entry.set());
                }
                assertThat(FieldSets.of(next, SCHEMA).difference(all))
                        .as("seed %d", seed)
                        .isEqualTo(FieldSet.EMPTY);
            }
        }
    }

    @Test
    void comparisonIsTheReverseOfItself() {
        for (long seed = 0; seed < SEEDS; seed++) {
            RandomObjects objects = new RandomObjects(seed);
            ObjectNode a = objects.object(SCHEMA);
            ObjectNode b = objects.object(SCHEMA);

            FieldComparison there = FieldSets.compare(a, b, SCHEMA);
            FieldComparison back = FieldSets.compare(b, a, SCHEMA);

            assertThat(there.added()).as("seed %d", seed).isEqualTo(back.removed());
            assertThat(there.removed()).as("seed %d", seed).isEqualTo(back.added());
            assertThat(there.modified()).as("seed %d", seed).isEqualTo(back.modified());
            assertThat(FieldSets.compare(a, a.deepCopy(), SCHEMA).isSame())
                    .as("seed %d", seed)
                    .isTrue();
            assertThat(FieldSets.of(b, SCHEMA)
                            .difference(FieldSets.of(a, SCHEMA))
                            .difference(there.added()))
                    .as("seed %d", seed)
                    .isEqualTo(FieldSet.EMPTY);
        }
    }
}
