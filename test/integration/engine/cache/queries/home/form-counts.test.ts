import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { silentLog } from '#main/base/log.ts';
import { systemClock } from '#main/base/clock.ts';
import { CACHE_MIGRATIONS, getCachePath, openCacheForReading } from '#main/engine/cache/file/open.ts';
import { countForms, countOpenRequests } from '#main/engine/cache/queries/home/form-counts.ts';
import { createCacheWriterThreadHandler } from '#main/engine/cache/writer-thread.ts';
import { hashResourceText } from '#main/engine/sqlite/text.ts';
import { openCheckAndMigrateDatabase } from '#main/engine/sqlite/open-file.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { howMuch } from '../../../../../faults/size.ts';
import { rawForm, rawRequest } from '../../../../../support/builders.ts';
import { temporaryFolder, TEST_KEY } from '../../../../../support/engine.ts';
import { followUp, getHomeCounts, toFormListRows } from '../../../../../support/lists.ts';
import { cacheAndLocal, type CacheAndLocal } from '../../../../../support/overlay.ts';
import { localId } from '../../../../../support/pending.ts';
import { openQueries } from '../../../../../support/queries.ts';
import { unwrap } from '../../../../../support/results.ts';

const PATIENTS = ['user_anna', 'user_bert', 'user_carl', ''];
const DAYS = [
  '0001-01-01T00:00:00.000Z',
  '2026-03-01T09:30:00.000Z',
  '2026-03-02T09:30:00.000Z',
  '2031-03-02T09:30:00.000Z',
  '',
];
const PAST = Date.parse('2026-03-02T00:00:00.000Z');
const FUTURE = Date.parse('2040-01-01T00:00:00.000Z');

const patient = fc.constantFrom(...PATIENTS);
const requests = fc.array(
  fc.tuple(patient, fc.constantFrom(...DAYS)).map(([id, at]) => rawRequest(id, at)),
  { maxLength: 4 },
);
const number = fc.nat({ max: 4 });
const edit = fc.oneof(
  fc
    .uniqueArray(fc.constantFrom('user_anna', 'user_bert', 'user_carl'), { minLength: 1 })
    .map(([first = '', ...others]) => ['forms.completion', { ask: others, withdraw: [first] }] as const),
  fc.constantFrom(['forms.publish', {}] as const, ['forms.delete', {}] as const),
);
const model = fc.record({
  /** Each version of the forms' requests, as later syncs bring them. */
  versions: fc.array(fc.array(requests, { maxLength: 5 }), { minLength: 1, maxLength: 3 }),
  edits: fc.array(fc.tuple(number, edit), { maxLength: 3 }),
  made: fc.nat({ max: 2 }),
  reminders: fc.uniqueArray(fc.tuple(number, patient, fc.constantFrom(PAST, FUTURE)), {
    selector: ([n, id]) => `${n} ${id}`,
    maxLength: 5,
  }),
  marks: fc.uniqueArray(fc.tuple(fc.nat({ max: 6 }), fc.constantFrom(null, PAST, FUTURE)), {
    selector: ([n]) => n,
    maxLength: 4,
  }),
});
type Model = typeof model extends fc.Arbitrary<infer T> ? T : never;

function settle(cache: CacheAndLocal, { versions, edits, made, reminders, marks }: Model): void {
  for (const forms of versions)
    cache.sweep(
      'form',
      forms.map((each, n) => rawForm({ id: `form_${n}`, request_completion_from: each })),
    );
  const stored = versions.at(-1)?.length ?? 0;
  for (const [n, [operation, data]] of edits)
    if (n < stored) cache.addPendingChange({ operation, target: `form_${n}`, data });
  for (let n = 1; n <= made; n += 1)
    cache.addPendingChange({
      operation: 'forms.create',
      target: localId('form', n),
      data: { name: 'Intake' },
    });
  for (const [n, id, remindOn] of reminders)
    cache.app.run(sql`INSERT INTO completion_reminder (form, patient, remind_on, note)
      VALUES (${`form_${n}`}, ${id}, ${remindOn}, '')`);
  for (const [n, remindOn] of marks) followUp(cache, `form_${n}`, remindOn, 'form');
  if (made > 0) followUp(cache, localId('form', 1), PAST, 'form');
}

test('the home screen counts requests and forms with a follow-up as their lists do, for any forms and pending changes', async () => {
  expect.hasAssertions();
  await fc.assert(
    fc.asyncProperty(model, async (drawn) => {
      const cache = await cacheAndLocal();
      try {
        settle(cache, drawn);
        const instants = [undefined, PAST, Date.parse('2026-03-01T09:30:00.000Z'), FUTURE];
        const bounds = instants.map((at) => (at === undefined ? {} : { askedUntil: toEpochMs(at) }));
        const completions = bounds.flatMap((bound) => [
          { show: 'open', ...bound } as const,
          { show: 'due', ...bound } as const,
        ]);
        const terms = (['any', 'due', 'none'] as const).flatMap((value) =>
          [true, false].map((isNot) => [{ field: 'followup', value, isNot } as const]),
        );
        const forms = terms.map((each) => ({ tab: 'all', terms: each }) as const);
        const home = unwrap(await getHomeCounts(cache, { completions, forms }));
        const listed = bounds.flatMap((bound) => {
          const filter = { search: '', ...bound };
          const { open, due } = unwrap(cache.read('completions.counts', { filter }));
          return [open, due];
        });
        expect(home.completions).toEqual(listed);
        expect(home.forms).toEqual(terms.map((each) => toFormListRows(cache, { terms: each }).length));
      } finally {
        await cache.close();
      }
    }),
    { numRuns: howMuch(40, 300) },
  );
});

test('counting requests and due forms reads no form but those with pending changes', async () => {
  const cache = await cacheAndLocal();
  onTestFinished(() => cache.close());
  cache.sweep(
    'form',
    [1, 2, 3].map((n) =>
      rawForm({ id: `form_${n}`, request_completion_from: [rawRequest('user_anna', DAYS[0] ?? '')] }),
    ),
  );
  const queries = openQueries(cache);
  onTestFinished(() => queries.close());
  const { index } = queries.forms;
  index.stored = () => {
    throw new Error('all forms are read');
  };
  const counts = queries.reading(() => [
    ...countOpenRequests(queries.forms, [{ show: 'open' }, { show: 'due' }]),
    countForms(queries.forms, 'all', [{ field: 'followup', value: 'due', isNot: false }]),
  ]);
  expect(counts).toEqual([3, 0, 0]);
});

test('a cache of an older program has the requests of its forms once it was opened for writing', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const file = { folder: folder.path, key: TEST_KEY };
  const old = unwrap(
    openCheckAndMigrateDatabase({
      file: getCachePath(folder.path),
      key: TEST_KEY,
      durability: 'normal',
      migrations: CACHE_MIGRATIONS.slice(0, 14),
    }),
  );
  const forms = [
    [rawRequest('user_anna', DAYS[0] ?? ''), rawRequest('user_anna', DAYS[0] ?? '')],
    [rawRequest('user_bert', ''), rawRequest('user_anna', DAYS[1] ?? '')],
    // Texts that are written as the same one.
    [rawRequest('user_\ud800', ''), rawRequest('user_\ud801', '')],
  ];
  for (const [n, each] of forms.entries()) {
    const raw = JSON.stringify(rawForm({ id: `form_${n}`, request_completion_from: each }));
    old.run(sql`INSERT INTO form (row, id, hash, name, normalized_name, published, has_unpublished_changes, usable_by_all,
        open_requests, flagged, last_updated_at)
      VALUES (${n + 1}, ${`form_${n}`}, ${hashResourceText(raw)}, '', '', 0, 0, 0, ${each.length}, 0, 0)`);
    old.run(sql`INSERT INTO form_body (row, raw, fetched_at) VALUES (${n + 1}, ${raw}, 0)`);
  }
  old.close();
  const writer = createCacheWriterThreadHandler(systemClock, silentLog, () => {});
  for (let openings = 0; openings < 2; openings += 1) {
    expect(unwrap(writer('open', file as never))).toMatchObject({ wasReplaced: false });
    const reader = openCacheForReading(file);
    expect(
      reader.all(sql`SELECT form, patient, requested_at AS at FROM open_request ORDER BY form, patient`),
    ).toEqual([
      { form: 1, patient: 'user_anna', at: Date.parse(DAYS[0] ?? '') },
      { form: 2, patient: 'user_anna', at: Date.parse(DAYS[1] ?? '') },
      { form: 2, patient: 'user_bert', at: 0 },
      { form: 3, patient: 'user_\ufffd', at: 0 },
    ]);
    reader.close();
    unwrap(writer('close', null as never));
  }
});
