package dev.archipelago.apiserver.cel;

import dev.cel.common.types.CelType;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;

/// A list of values.
final class ListView extends View<List<Object>> implements List<Object> {
    ListView(List<Object> items, CelType type) {
        super(items, type);
    }

    @Override
    public int size() {
        return content.size();
    }

    @Override
    public boolean isEmpty() {
        return content.isEmpty();
    }

    @Override
    public boolean contains(Object item) {
        return content.contains(item);
    }

    @Override
    public Iterator<Object> iterator() {
        return content.iterator();
    }

    @Override
    public Object[] toArray() {
        return content.toArray();
    }

    @Override
    public <T> T[] toArray(T[] array) {
        return content.toArray(array);
    }

    @Override
    public boolean add(Object item) {
        return content.add(item);
    }

    @Override
    public boolean remove(Object item) {
        return content.remove(item);
    }

    @Override
    public boolean containsAll(Collection<?> others) {
        return content.containsAll(others);
    }

    @Override
    public boolean addAll(Collection<?> others) {
        return content.addAll(others);
    }

    @Override
    public boolean addAll(int index, Collection<?> others) {
        return content.addAll(index, others);
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        return content.removeAll(others);
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        return content.retainAll(others);
    }

    @Override
    public void clear() {
        content.clear();
    }

    @Override
    public Object get(int index) {
        return content.get(index);
    }

    @Override
    public Object set(int index, Object item) {
        return content.set(index, item);
    }

    @Override
    public void add(int index, Object item) {
        content.add(index, item);
    }

    @Override
    public Object remove(int index) {
        return content.remove(index);
    }

    @Override
    public int indexOf(Object item) {
        return content.indexOf(item);
    }

    @Override
    public int lastIndexOf(Object item) {
        return content.lastIndexOf(item);
    }

    @Override
    public ListIterator<Object> listIterator() {
        return content.listIterator();
    }

    @Override
    public ListIterator<Object> listIterator(int index) {
        return content.listIterator(index);
    }

    @Override
    public List<Object> subList(int start, int end) {
        return content.subList(start, end);
    }
}
