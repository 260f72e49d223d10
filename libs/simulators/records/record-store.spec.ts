import { expect, it } from 'vitest';
import { RecordStore } from './record-store.js';

const record = (id: string, updatedAt: number) => ({ id, createdAt: 0, updatedAt });

it('a record store keeps the latest state in whatever order the states arrive', () => {
  const store = new RecordStore<ReturnType<typeof record>>();
  for (const updatedAt of [2, 3, 1]) store.upsert(record('1', updatedAt));
  expect(store.get('1')?.updatedAt).toBe(3);
  expect(store.size).toBe(1);
});

it('a record store sorts by time, then by id as a number', () => {
  const store = new RecordStore<ReturnType<typeof record>>();
  store.upsert(record('10', 5));
  store.upsert(record('9', 5));
  store.upsert(record('820982911946154508', 1));
  expect(store.sortedBy('updatedAt').map(({ id }) => id)).toEqual(['820982911946154508', '9', '10']);
  expect(store.sortedBy('id').map(({ id }) => id)).toEqual(['9', '10', '820982911946154508']);
  store.upsert(record('9', 7));
  expect(store.sortedBy('updatedAt').at(-1)?.id).toBe('9');
});
