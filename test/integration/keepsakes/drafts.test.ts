import { expect, test } from 'vitest';
import type { Parsed } from '#contract/api.ts';
import { DAY } from '#main/base/durations.ts';
import { NEW_ORDER } from '../../support/desk.ts';
import { codeOf, valueOf } from '../../support/engine.ts';
import { keepsakeDesk, type KeepsakeDesk } from '../../support/keepsakes.ts';

const draft = (id: string, change: Partial<Parsed<'drafts.keep'>> = {}): Parsed<'drafts.keep'> => ({
  key: JSON.stringify(['requisitions.update', id, '']),
  operation: 'requisitions.update',
  target: id,
  label: 'Lipid panel',
  fields: { name: 'Lipid' },
  seen: { name: 'Lipid panel' },
  ...change,
});
const keep = (desk: KeepsakeDesk, given: Parsed<'drafts.keep'>) => valueOf(desk.kept['drafts.keep'](given));
const get = (desk: KeepsakeDesk, key: string) => valueOf(desk.kept['drafts.get']({ key })).draft;
const keys = (desk: KeepsakeDesk) => valueOf(desk.kept['drafts.list']({})).items.map(({ key }) => key);

/** A create of this desk that the service answers with an id. */
function created(desk: KeepsakeDesk): { local: string; settle(real: string): void } {
  const { number, id } = desk.save(NEW_ORDER);
  return {
    local: id,
    settle: (real) => {
      desk.leave(number);
      valueOf(desk.store.settle({ number, data: desk.one(number).data, how: 'sent', realId: real }));
    },
  };
}

test('what was typed is there after a restart, to the letter', async () => {
  const desk = await keepsakeDesk();
  const fields = { name: 'Ünïcode \u202e "quotes"', list: [1, { deep: null }], half: '\ud800' };
  desk.clock.at = 5_000;
  expect(keep(desk, draft('req_1', { fields }))).toEqual({ savedAt: 5_000 });
  const { key } = draft('req_1');
  expect(get(desk.again(), key)).toEqual({ ...draft('req_1', { fields }), savedAt: 5_000 });
});

test('an editor has one draft, the newest', async () => {
  const desk = await keepsakeDesk();
  keep(desk, draft('req_1'));
  keep(desk, draft('req_1', { fields: { name: 'Later' } }));
  expect(keys(desk)).toEqual(['["requisitions.update","req_1",""]']);
  expect(get(desk, '["requisitions.update","req_1",""]')?.fields).toEqual({ name: 'Later' });
});

test('drafts are listed newest first without what was typed', async () => {
  const desk = await keepsakeDesk();
  for (const id of ['req_1', 'req_3', 'req_2']) {
    desk.clock.at += 1_000;
    keep(desk, draft(id));
  }
  const { items } = valueOf(desk.kept['drafts.list']({}));
  expect(items.map(({ target }) => target)).toEqual(['req_2', 'req_3', 'req_1']);
  expect(items[0]).not.toHaveProperty('fields');
});

test('a dropped draft is gone, and is told of', async () => {
  const desk = await keepsakeDesk();
  const { key } = draft('req_1');
  keep(desk, draft('req_1'));
  valueOf(desk.kept['drafts.drop']({ key }));
  valueOf(desk.kept['drafts.drop']({ key }));
  expect(get(desk, key)).toBeNull();
  expect(desk.toldOfKept).toEqual([
    { what: 'drafts', ids: [key] },
    { what: 'drafts', ids: [key] },
  ]);
});

test('more than two hundred young drafts all stay; of old ones the oldest go', async () => {
  const desk = await keepsakeDesk();
  for (let each = 0; each < 205; each++) {
    desk.clock.at += 1;
    keep(desk, draft(`req_${each}`));
  }
  expect(keys(desk)).toHaveLength(205);
  desk.clock.at += 91 * DAY;
  keep(desk, draft('req_new'));
  expect(keys(desk)).toHaveLength(200);
  expect(keys(desk).at(-1)).toBe('["requisitions.update","req_6",""]');
});

test('a draft that is too large, or of another operation, is refused and the one before it stays', async () => {
  const desk = await keepsakeDesk();
  keep(desk, draft('req_1'));
  const large = { text: 'é'.repeat(600_000) };
  for (const change of [{ fields: large }, { seen: large }, { operation: 'forms.update' as const }]) {
    expect(codeOf(desk.kept['drafts.keep'](draft('req_1', change)))).toBe('invalid-input');
  }
  expect(get(desk, '["requisitions.update","req_1",""]')?.fields).toEqual({ name: 'Lipid' });
});

test('a draft of a record made here goes over to the id of the service, and is found under both', async () => {
  const desk = await keepsakeDesk();
  const order = created(desk);
  keep(desk, draft(order.local));
  order.settle('req_real');
  const found = get(desk, JSON.stringify(['requisitions.update', order.local, '']));
  expect(found).toMatchObject({ key: '["requisitions.update","req_real",""]', target: 'req_real' });
  expect(get(desk, '["requisitions.update","req_real",""]')).toEqual(found);
  keep(desk, draft(order.local, { fields: { name: 'Later' } }));
  expect(keys(desk)).toEqual(['["requisitions.update","req_real",""]']);
});

test('where both ids have a draft, both stay', async () => {
  const desk = await keepsakeDesk();
  const order = created(desk);
  keep(desk, draft(order.local, { fields: { name: 'Mine' } }));
  keep(desk, draft('req_real', { fields: { name: 'Other' } }));
  order.settle('req_real');
  expect(get(desk, JSON.stringify(['requisitions.update', order.local, '']))?.fields).toEqual({
    name: 'Mine',
  });
  expect(get(desk, '["requisitions.update","req_real",""]')?.fields).toEqual({ name: 'Other' });
});

test('a draft for something new keeps its own number', async () => {
  const desk = await keepsakeDesk();
  const fresh = draft('1', {
    key: '["requisitions.create","1",""]',
    operation: 'requisitions.create',
    target: null,
  });
  keep(desk, fresh);
  expect(get(desk, '["requisitions.create","1",""]')).toMatchObject({ target: null });
});
