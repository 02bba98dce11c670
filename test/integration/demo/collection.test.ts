import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '#main/base/random.ts';
import { RecordCollection } from '#main/demo/collection.ts';

interface Row {
  readonly id: string;
  readonly created_at: string;
  readonly value: number;
}

const SIZE = 8;
const row = (index: number, value = 0): Row => ({
  id: `row_${index}`,
  created_at: String(1000 - index),
  value,
});
const SOURCE = {
  size: SIZE,
  indexOf: (id: string) => (/^row_\d+$/.test(id) ? Number(id.slice(4)) : null),
  outline: (index: number) => row(index),
  record: (index: number) => row(index),
};

type Step = { readonly kind: 'create' } | { readonly kind: 'replace' | 'remove'; readonly position: number };

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('create' as const) }),
    fc.record({ kind: fc.constantFrom('replace' as const, 'remove' as const), position: fc.nat(20) }),
  ),
  { maxLength: 30 },
);

/** The same step on a collection and on a plain array in the natural order. */
function apply(
  collection: RecordCollection<Row, Row>,
  model: readonly Row[],
  step: Step,
  turn: number,
): Row[] {
  if (step.kind === 'create') {
    const created = { id: `new_${turn}`, created_at: String(2000 + turn), value: turn };
    collection.create(created);
    return [created, ...model];
  }
  const found = model[step.position];
  if (found === undefined) return [...model];
  const others = model.filter(({ id }) => id !== found.id);
  if (step.kind === 'remove') return collection.remove(found.id) ? others : [...model];
  const replaced = { ...found, value: turn };
  collection.replace(replaced);
  return [replaced, ...others];
}

describe('a collection', () => {
  it('equals, after any changes, a plain list in the order of last change', () => {
    fc.assert(
      fc.property(steps, fc.nat(12), fc.nat(12), (changes, offset, limit) => {
        const collection = new RecordCollection<Row, Row>(SOURCE, {
          changedFirst: true,
          random: createSeededRandom(1),
        });
        let model: Row[] = Array.from({ length: SIZE }, (_, index) => row(index));
        changes.forEach((step, turn) => {
          model = apply(collection, model, step, turn + 1);
          const filter = { key: 'even', test: ({ value }: Row) => value % 2 === 0 };
          expect([...collection.all()]).toEqual(model);
          const page = { order: 'updated-desc', offset, limit } as const;
          expect(collection.page({ ...page, filter: null })).toEqual(model.slice(offset, offset + limit));
          const even = model.filter(filter.test);
          expect(collection.page({ ...page, filter })).toEqual(even.slice(offset, offset + limit));
        });
        for (const one of model) expect(collection.find(one.id)).toEqual(one);
      }),
    );
  });

  it('leaves a changed record in its place if the order is not by last change', () => {
    const collection = new RecordCollection<Row, Row>(SOURCE, {
      changedFirst: false,
      random: createSeededRandom(1),
    });
    collection.replace(row(3, 9));
    expect([...collection.all()].map(({ value }) => value)).toEqual([0, 0, 0, 9, 0, 0, 0, 0]);
  });

  it('removes a record once', () => {
    const collection = new RecordCollection<Row, Row>(SOURCE, {
      changedFirst: true,
      random: createSeededRandom(1),
    });
    expect([collection.remove('row_3'), collection.remove('row_3')]).toEqual([true, false]);
    expect([collection.remove(`row_${SIZE}`), collection.remove('elsewhere')]).toEqual([false, false]);
    expect(collection.find('row_3')).toBeUndefined();
  });

  it('does not replace a missing record', () => {
    const collection = new RecordCollection<Row, Row>(SOURCE, {
      changedFirst: true,
      random: createSeededRandom(1),
    });
    expect(() => collection.replace(row(SIZE))).toThrow('cannot be replaced');
  });
});
