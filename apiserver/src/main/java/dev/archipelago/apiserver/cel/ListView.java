package dev.archipelago.apiserver.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.values.CelValue;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;

/// A list that is a value of CEL already. The interpreter goes through any other list, down to its last item, each
/// time that an expression names it.
// Immutable while it lives: a view of an object that nobody changes while its rules run.
@SuppressWarnings("Immutable")
final class ListView extends CelValue implements List<Object> {
    private final List<Object> items;
    private final CelType type;

    ListView(List<Object> items, CelType type) {
        this.items = items;
        this.type = type;
    }

    @Override
    public Object value() {
        return this;
    }

    @Override
    public boolean isZeroValue() {
        return isEmpty();
    }

    @Override
    public CelType celType() {
        return type;
    }

    @Override
    public boolean equals(Object other) {
        return items.equals(other);
    }

    @Override
    public int hashCode() {
        return items.hashCode();
    }

    @Override
    public String toString() {
        return items.toString();
    }

    @Override
    public int size() {
        return items.size();
    }

    @Override
    public boolean isEmpty() {
        return items.isEmpty();
    }

    @Override
    public boolean contains(Object item) {
        return items.contains(item);
    }

    @Override
    public Iterator<Object> iterator() {
        return items.iterator();
    }

    @Override
    public Object[] toArray() {
        return items.toArray();
    }

    @Override
    public <T> T[] toArray(T[] array) {
        return items.toArray(array);
    }

    @Override
    public boolean add(Object item) {
        return items.add(item);
    }

    @Override
    public boolean remove(Object item) {
        return items.remove(item);
    }

    @Override
    public boolean containsAll(Collection<?> others) {
        return items.containsAll(others);
    }

    @Override
    public boolean addAll(Collection<?> others) {
        return items.addAll(others);
    }

    @Override
    public boolean addAll(int index, Collection<?> others) {
        return items.addAll(index, others);
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        return items.removeAll(others);
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        return items.retainAll(others);
    }

    @Override
    public void clear() {
        items.clear();
    }

    @Override
    public Object get(int index) {
        return items.get(index);
    }

    @Override
    public Object set(int index, Object item) {
        return items.set(index, item);
    }

    @Override
    public void add(int index, Object item) {
        items.add(index, item);
    }

    @Override
    public Object remove(int index) {
        return items.remove(index);
    }

    @Override
    public int indexOf(Object item) {
        return items.indexOf(item);
    }

    @Override
    public int lastIndexOf(Object item) {
        return items.lastIndexOf(item);
    }

    @Override
    public ListIterator<Object> listIterator() {
        return items.listIterator();
    }

    @Override
    public ListIterator<Object> listIterator(int index) {
        return items.listIterator(index);
    }

    @Override
    public List<Object> subList(int start, int end) {
        return items.subList(start, end);
    }
}
