import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { getError, expectSuccess, syncedCommand } from '../../support/command.ts';

// Each test runs several commands, and the machine may be busy.
const { clinic, folder, run } = syncedCommand({ seed: 7, requisitions: 2, forms: 60, notifications: 2 });

type RawForm = Readonly<Record<string, unknown>> & { readonly id: string };

function getState({ published_version: published, has_unpublished_changes: isAhead }: RawForm): string {
  if (published === '') return 'never-published';
  return isAhead === true ? 'unpublished-changes' : 'published';
}

const serviceRecords = () => [...clinic().listResources('form')] as RawForm[]; // every form has an id
const ids = (forms: readonly { readonly id: string }[]) => forms.map(({ id }) => id).toSorted();

describe.each(['never-published', 'published', 'unpublished-changes'])('forms that are %s', (state) => {
  const standing = () => serviceRecords().filter((form) => getState(form) === state);

  test('are listed, by a part of their name too', async () => {
    const part = String(standing()[0]?.['name']).slice(1, 4).toUpperCase();
    const words = ['list', 'forms', '--state', state, '--search', part, '--limit', '500', '--json'];
    const { items } = JSON.parse(expectSuccess(await run(...words)).out) as { items: RawForm[] };
    const named = standing().filter(({ name }) => String(name).toUpperCase().includes(part));
    expect(named.length).toBeGreaterThan(0);
    expect(ids(items)).toEqual(ids(named));
  });

  test('are exported as a table', async () => {
    const table = expectSuccess(await run('export', 'forms', '--format', 'csv', '--state', state)).out;
    const lines = parse<{ id: string; state: string }>(table, { bom: true, columns: true });
    expect(ids(lines)).toEqual(ids(standing()));
    expect(new Set(lines.map((line) => line.state))).toEqual(new Set([state.replaceAll('-', '_')]));
  });
});

test('an export is written into a file, and reports its size', async () => {
  const file = join(folder(), 'forms.json');
  const ended = await run('export', 'forms', '--format', 'json', '--out', file);
  expect(ended).toMatchObject({ code: 0, out: '' });
  expect(ended.err).toContain('60 forms');
  const printed = JSON.parse(readFileSync(file, 'utf8')) as RawForm[];
  expect(new Map(printed.map((form) => [form.id, form]))).toEqual(
    new Map(serviceRecords().map((form) => [form.id, form])),
  );
});

test.each([
  [['list', 'forms', '--state', 'draft'], 'expected one of never-published, published, unpublished-changes'],
  [['list', 'requisitions', '--state', 'published'], '--state is not a filter of requisitions'],
  [['export', 'forms'], 'expected --format=csv or --format=json'],
  [['export', 'forms', '--format', 'csv', '--patient', 'user_1'], 'unknown option'],
])('%j is a usage error', async (words, detail) => {
  const ended = await run(...words, '--json');
  expect(ended.code).toBe(2);
  expect(getError(ended).detail).toContain(detail);
});
