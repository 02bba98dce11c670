import { expect, test } from 'vitest';
import { templateFieldsSchema, type TemplateFields } from '#contract/templates.ts';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { getCode, TEST_KEY, unwrap } from '../../../../support/engine.ts';
import { type LocalDataStore, localDataStore } from '../../../../support/local-store.ts';

const fields: TemplateFields = {
  type: 'lab',
  name: 'CBC with differential',
  furtherTests: [{ type: 'imaging', name: 'Chest X-ray' }],
  serviceFacility: 'fac_1',
  diagnoses: [{ head: 'E78.5', description: 'Hyperlipidaemia' }],
  scripts: [],
  orderDetails: 'fasting',
};
const list = (local: LocalDataStore) => unwrap(local.kept['templates.list']({})).items;

test('templates are listed by name, changed in place and removed', async () => {
  const local = await localDataStore();
  const second = unwrap(local.kept['templates.save']({ name: 'Zoster', fields }));
  local.clock.at += 1_000;
  const first = unwrap(local.kept['templates.save']({ name: 'Annual', fields }));
  expect(list(local.again())).toEqual([first, second]);
});

test('a change of a template is emitted, and a removed one is gone', async () => {
  const local = await localDataStore();
  const saved = unwrap(local.kept['templates.save']({ name: 'Annual', fields }));
  unwrap(local.kept['templates.save']({ ...saved, name: 'Yearly' }));
  expect(list(local).map(({ name }) => name)).toEqual(['Yearly']);
  unwrap(local.kept['templates.remove']({ id: saved.id }));
  expect(list(local)).toEqual([]);
  expect(local.changedLocalData).toEqual(
    Array.from({ length: 3 }, () => ({ what: 'templates', ids: [saved.id] })),
  );
});

test('a template from before the program knew a text has it empty', async () => {
  const local = await localDataStore();
  unwrap(local.kept['templates.save']({ name: 'Annual', fields }));
  local.store.close();
  const db = openDatabaseFile(getLocalStorePath(local.folder), TEST_KEY);
  db.run(sql`UPDATE template SET fields = json_remove(fields, '$.orderDetails')`);
  db.close();
  expect(list(local.again()).map((template) => template.fields)).toEqual([{ ...fields, orderDetails: '' }]);
});

test('a template that this version cannot read is left out, and the others are listed', async () => {
  const local = await localDataStore();
  const kept = unwrap(local.kept['templates.save']({ name: 'Annual', fields }));
  local.store.close();
  const db = openDatabaseFile(getLocalStorePath(local.folder), TEST_KEY);
  for (const [id, bad] of [
    ['01ARZ3NDEKTSV4RRFFQ69G5FA1', '{"type":'],
    ['01ARZ3NDEKTSV4RRFFQ69G5FA2', '{"patient":"user_1"}'],
  ] as const)
    db.run(sql`INSERT INTO template (id, name, fields, saved_at) VALUES (${id}, 'bad', ${bad}, 1)`);
  db.close();
  expect(list(local.again())).toEqual([kept]);
});

test('there are two hundred templates at most', async () => {
  const local = await localDataStore();
  for (let each = 0; each < 200; each++) unwrap(local.kept['templates.save']({ name: 'T', fields }));
  expect(getCode(local.kept['templates.save']({ name: 'T', fields }))).toBe('invalid-input');
});

test('a template has no room for a patient, a provider or a reviewer', () => {
  for (const person of ['patient', 'orderingProvider', 'reviewer'])
    expect(templateFieldsSchema.safeParse({ ...fields, [person]: 'user_1' }).success).toBe(false);
  expect(templateFieldsSchema.safeParse(fields).success).toBe(true);
});
