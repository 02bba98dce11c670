import { expect, test } from 'vitest';
import { NEW_ORDER } from '../../../../support/builders.ts';
import { getCode, unwrap } from '../../../../support/engine.ts';
import { createComputer, transfer, type Computer } from './computers.ts';

/** Two computers: the order of the first was imported to the second and discarded there; edits of it came later. */
async function importEditsOfDiscardedOrder(): Promise<{ from: Computer; to: Computer; id: string }> {
  const [from, to] = [await createComputer(), await createComputer()];
  const { number, id } = from.save({ ...NEW_ORDER, saveId: 'press' });
  transfer(from, to);
  unwrap(to.store.discard({ number: to.all()[0]?.number ?? 0 }));
  from.leave(number);
  from.save({
    operation: 'requisitions.update',
    data: { id, review: { status: 'reviewed' } },
    holdMs: 60_000,
  });
  from.save({ operation: 'requisitions.update', data: { id, name: 'Lipids' } });
  expect(transfer(from, to)).toMatchObject({ changes: 2, known: 1 });
  return { from, to, id };
}

/** Asks about a change as the sender does where its record was never created. */
function ask(local: Computer, number: number): void {
  const rest = { state: 'needs-you', question: 'never-created' } as const;
  unwrap(local.store.storeAttempt({ number, data: local.one(number).data, rest }));
}

test('an imported edit of an order that was discarded here is kept, and no further one is accepted', async () => {
  const { to, id } = await importEditsOfDiscardedOrder();
  expect(to.all()).toMatchObject([
    { id, state: 'uncertain' },
    { id, state: 'saved' },
  ]);
  const edit = { operation: 'requisitions.update', data: { id, name: 'Late' } } as const;
  expect(getCode(to.store.save({ change: edit as never, cached: null, userId: '' }))).toBe('not-found');
});

test('the question about it ends once an import brings the id of the service; a review is looked for first', async () => {
  const { from, to } = await importEditsOfDiscardedOrder();
  for (const { number } of to.all()) ask(to, number);
  const [create] = from.all();
  const number = create?.number ?? 0;
  const { data } = from.one(number);
  unwrap(from.store.closeConfirmedChange({ number, data, ending: 'sent', realId: 'req_9' }));
  transfer(from, to);
  expect(to.all()).toMatchObject([
    { id: 'req_9', state: 'uncertain', question: null },
    { id: 'req_9', state: 'saved', question: null, fields: [{ field: 'name', mine: '"Lipids"' }] },
  ]);
});
