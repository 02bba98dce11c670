import { expect, test } from 'vitest';
import type { ValidatedInput } from '#contract/api.ts';
import { DAY } from '#main/base/durations.ts';
import { getCode, unwrap } from '../../../../support/engine.ts';
import { NEW_ORDER } from '../../../../support/builders.ts';
import { type LocalDataStore, localDataStore } from '../../../../support/local-store.ts';

const draft = (
  id: string,
  change: Partial<ValidatedInput<'drafts.save'>> = {},
): ValidatedInput<'drafts.save'> => ({
  key: JSON.stringify(['requisitions.update', id, '']),
  operation: 'requisitions.update',
  target: id,
  label: 'Lipid panel',
  fields: { name: 'Lipid' },
  seen: { name: 'Lipid panel' },
  ...change,
});
const keep = (local: LocalDataStore, given: ValidatedInput<'drafts.save'>) =>
  unwrap(local.kept['drafts.save'](given));
const get = (local: LocalDataStore, key: string) => unwrap(local.kept['drafts.get']({ key })).draft;
const keys = (local: LocalDataStore) => unwrap(local.kept['drafts.list']({})).items.map(({ key }) => key);

/** A create of this computer that the service answers with an id. */
function created(local: LocalDataStore): { local: string; confirm(real: string): void } {
  const { number, id } = local.save(NEW_ORDER);
  return {
    local: id,
    confirm: (real) => {
      local.leave(number);
      unwrap(
        local.store.closeConfirmedChange({
          number,
          data: local.one(number).data,
          ending: 'sent',
          realId: real,
        }),
      );
    },
  };
}

test('unsaved input is there after a restart, exactly', async () => {
  const local = await localDataStore();
  const fields = { name: 'Ünïcode \u202e "quotes"', list: [1, { deep: null }], half: '\ud800' };
  local.clock.at = 5_000;
  expect(keep(local, draft('req_1', { fields }))).toEqual({ savedAt: 5_000 });
  const { key } = draft('req_1');
  expect(get(local.again(), key)).toEqual({ ...draft('req_1', { fields }), savedAt: 5_000 });
});

test('an editor has one draft, the newest', async () => {
  const local = await localDataStore();
  keep(local, draft('req_1'));
  keep(local, draft('req_1', { fields: { name: 'Later' } }));
  expect(keys(local)).toEqual(['["requisitions.update","req_1",""]']);
  expect(get(local, '["requisitions.update","req_1",""]')?.fields).toEqual({ name: 'Later' });
});

test('drafts are listed newest first without their content', async () => {
  const local = await localDataStore();
  for (const id of ['req_1', 'req_3', 'req_2']) {
    local.clock.at += 1_000;
    keep(local, draft(id));
  }
  const { items } = unwrap(local.kept['drafts.list']({}));
  expect(items.map(({ target }) => target)).toEqual(['req_2', 'req_3', 'req_1']);
  expect(items[0]).not.toHaveProperty('fields');
});

test('drafts are listed with the patient that was entered, and without one where that is no id of a person', async () => {
  const local = await localDataStore();
  const patients = ['user_p1', 'user_', 'Anna', 7, null, ['user_p1'], undefined];
  for (const [index, patient] of patients.entries()) {
    local.clock.at += 1_000;
    keep(local, draft(`req_${index}`, { fields: { name: 'Lipid', patient } }));
  }
  const { items } = unwrap(local.kept['drafts.list']({}));
  expect(items.map(({ patient }) => patient).toReversed()).toEqual([
    'user_p1',
    ...Array.from({ length: 6 }, () => null),
  ]);
});

test('a removed draft is gone, and an event is emitted', async () => {
  const local = await localDataStore();
  const { key } = draft('req_1');
  keep(local, draft('req_1'));
  unwrap(local.kept['drafts.drop']({ key }));
  unwrap(local.kept['drafts.drop']({ key }));
  expect(get(local, key)).toBeNull();
  expect(local.changedLocalData).toEqual([
    { what: 'drafts', ids: [key] },
    { what: 'drafts', ids: [key] },
  ]);
});

test('more than two hundred recent drafts all stay; the oldest of the old ones are removed', async () => {
  const local = await localDataStore();
  for (let each = 0; each < 205; each++) {
    local.clock.at += 1;
    keep(local, draft(`req_${each}`));
  }
  expect(keys(local)).toHaveLength(205);
  local.clock.at += 91 * DAY;
  keep(local, draft('req_new'));
  expect(keys(local)).toHaveLength(200);
  expect(keys(local).at(-1)).toBe('["requisitions.update","req_6",""]');
});

test('a draft that is too large, or of another operation, is refused and the one before it stays', async () => {
  const local = await localDataStore();
  keep(local, draft('req_1'));
  const large = { text: 'é'.repeat(600_000) };
  for (const change of [{ fields: large }, { seen: large }, { operation: 'forms.update' as const }]) {
    expect(getCode(local.kept['drafts.save'](draft('req_1', change)))).toBe('invalid-input');
  }
  expect(get(local, '["requisitions.update","req_1",""]')?.fields).toEqual({ name: 'Lipid' });
});

test('a draft of a record created here is moved to the id of the service, and is found under both', async () => {
  const local = await localDataStore();
  const order = created(local);
  keep(local, draft(order.local));
  order.confirm('req_real');
  const found = get(local, JSON.stringify(['requisitions.update', order.local, '']));
  expect(found).toMatchObject({ key: '["requisitions.update","req_real",""]', target: 'req_real' });
  expect(get(local, '["requisitions.update","req_real",""]')).toEqual(found);
  keep(local, draft(order.local, { fields: { name: 'Later' } }));
  expect(keys(local)).toEqual(['["requisitions.update","req_real",""]']);
});

test('if both ids have a draft, both stay', async () => {
  const local = await localDataStore();
  const order = created(local);
  keep(local, draft(order.local, { fields: { name: 'Mine' } }));
  keep(local, draft('req_real', { fields: { name: 'Other' } }));
  order.confirm('req_real');
  expect(get(local, JSON.stringify(['requisitions.update', order.local, '']))?.fields).toEqual({
    name: 'Mine',
  });
  expect(get(local, '["requisitions.update","req_real",""]')?.fields).toEqual({ name: 'Other' });
});

test('a draft for a new record keeps its own number', async () => {
  const local = await localDataStore();
  const fresh = draft('1', {
    key: '["requisitions.create","1",""]',
    operation: 'requisitions.create',
    target: null,
  });
  keep(local, fresh);
  expect(get(local, '["requisitions.create","1",""]')).toMatchObject({ target: null });
});
