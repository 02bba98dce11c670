import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { idSchema, recordIdSchema } from '#contract/record-schemas.ts';
import { toEpochMs } from '#contract/time.ts';
import { rawForm, rawRequest } from '../../../support/builders.ts';
import { unwrap } from '../../../support/engine.ts';
import { watchedForms, createFormsWatch, type WatchedForms } from '../../../support/watched-forms.ts';

let watched: WatchedForms;
beforeEach(async () => {
  watched = await watchedForms();
});
afterEach(() => watched.close());

const iso = (at: number): string => new Date(at).toISOString();
const asked = (...patients: readonly string[]) => ({
  request_completion_from: patients.map((patient) => rawRequest(patient, iso(500))),
});
const AHEAD = { published_version: 'fver_1', latest_version: 'fver_2', has_unpublished_changes: true };

/** A whole list arrives in `ms` milliseconds from now; it is requested just before. */
function findSync(ms: number, ...forms: readonly Record<string, unknown>[]): void {
  const { cache, clock } = watched;
  clock.at += ms;
  const at = toEpochMs(clock.at);
  unwrap(cache.writer.beginSweep({ kind: 'form', at, writeSequence: clock.at }));
  unwrap(cache.page('form', forms, { isUrgent: true, requestedAt: clock.at }));
  clock.at += 1;
  const end = { outcome: 'complete', scope: 'all', isCertain: true, isGapless: true, etag: null } as const;
  unwrap(cache.writer.endSweep({ kind: 'form', at: toEpochMs(clock.at), ...end }));
}

const listRecordedRequests = () =>
  watched.listRecordedRequests().map(({ patient, state, after, before }) => [patient, state, after, before]);

describe('a patient who leaves the list', () => {
  test('has completed it, or was withdrawn, between the beginning of the last sync and this one', async () => {
    findSync(0, rawForm(asked('user_p1', 'user_p2')));
    await watched.note();
    findSync(100, rawForm(asked('user_p1', 'user_p2')));
    findSync(100, rawForm({ ...asked('user_p2'), last_updated_at: iso(1_150) }));
    await watched.note();
    expect(listRecordedRequests()).toEqual([
      ['user_p1', 'ended', 1_101, 1_202],
      ['user_p2', 'open', null, null],
    ]);
  });

  test('is recorded with the same bounds if nothing was recorded until the next opening', async () => {
    findSync(0, rawForm(asked('user_p1')));
    findSync(100, rawForm({ ...asked(), last_updated_at: iso(1_050) }));
    findSync(100, rawForm({ ...asked('user_p2'), last_updated_at: iso(1_150) }));
    watched.clock.at += 1_000;
    await watched.reopen();
    expect(listRecordedRequests()).toEqual([
      ['user_p1', 'ended', 1_000, 1_101],
      ['user_p2', 'open', null, null],
    ]);
  });

  test('and is asked again has two requests', async () => {
    findSync(0, rawForm(asked('user_p1')));
    findSync(100, rawForm({ ...asked(), last_updated_at: iso(1_050) }));
    const again = { request_completion_from: [rawRequest('user_p1', iso(1_150))] };
    findSync(100, rawForm({ ...again, last_updated_at: iso(1_150) }));
    await watched.note();
    expect(watched.listRecordedRequests().map(({ requestedAt, state }) => [requestedAt, state])).toEqual([
      [500, 'ended'],
      [1_150, 'open'],
    ]);
  });

  test('has left a list that became null', async () => {
    findSync(0, rawForm(asked('user_p1')));
    await watched.note();
    findSync(100, rawForm({ request_completion_from: null, last_updated_at: iso(1_050) }));
    await watched.note();
    expect(listRecordedRequests()).toEqual([['user_p1', 'ended', 1_000, 1_101]]);
  });

  test('has not left because of a missing or malformed list, or a list with a malformed element', async () => {
    findSync(0, rawForm(asked('user_p1', 'user_p2')));
    await watched.note();
    const odd = [
      { request_completion_from: { patient: 'user_p1' } },
      { request_completion_from: ['user_p1', rawRequest('user_p2', iso(500))] },
      { request_completion_from: undefined },
    ];
    for (const [turn, change] of odd.entries()) {
      findSync(100, rawForm({ ...change, last_updated_at: iso(1_000 + turn) }));
      await watched.note();
      await watched.reopen();
    }
    expect(listRecordedRequests()).toEqual([
      ['user_p1', 'open', null, null],
      ['user_p2', 'open', null, null],
    ]);
  });
});

test.each([
  ['a text', iso(500)],
  ['a number', 500],
])(
  'a request with %s as its time that this computer withdraws before it is recorded is recorded as withdrawn, and stays so',
  async (_what, time) => {
    const { app } = watched;
    const requested = {
      request_completion_from: [{ ...rawRequest('user_p1', iso(500)), requested_at: time }],
    };
    findSync(0, rawForm(requested));
    const { number } = app.save({
      operation: 'forms.completion',
      data: { id: 'form_1', withdraw: ['user_p1'] },
    });
    const { data } = app.one(number);
    watched.clock.at = 1_100;
    unwrap(app.store.markSending({ number, data, evidence: { before: requested } }));
    watched.clock.at = 1_200;
    unwrap(app.store.closeConfirmedChange({ number, data, ending: 'sent' }));
    expect(listRecordedRequests()).toEqual([['user_p1', 'withdrawn', 1_100, 1_200]]);
    findSync(100, rawForm({ ...asked(), last_updated_at: iso(1_150) }));
    await watched.note();
    expect(listRecordedRequests()).toEqual([['user_p1', 'withdrawn', 1_100, 1_200]]);
  },
);

test.each([
  ['before', false],
  ['after', true],
])(
  'requests that the service gives another time with a change of this user go on, where the form is observed %s the change is closed',
  async (_when, isClosedFirst) => {
    const { app } = watched;
    const first = asked('user_p1');
    const both = {
      request_completion_from: ['user_p1', 'user_p2'].map((patient) => rawRequest(patient, iso(1_150))),
    };
    findSync(0, rawForm(first));
    await watched.note();
    const { number } = app.save({ operation: 'forms.completion', data: { id: 'form_1', ask: ['user_p2'] } });
    const { data } = app.one(number);
    watched.clock.at = 1_100;
    unwrap(app.store.markSending({ number, data, evidence: { before: first } }));
    watched.clock.at = 1_200;
    const close = (): unknown =>
      unwrap(app.store.closeConfirmedChange({ number, data, ending: 'sent', answer: rawForm(both) }));
    if (isClosedFirst) close();
    findSync(200, rawForm({ ...both, last_updated_at: iso(1_150) }));
    await watched.note();
    if (!isClosedFirst) close();
    findSync(300, rawForm({ ...both, name: 'Renamed', last_updated_at: iso(1_250) }));
    await watched.note();
    await watched.reopen();
    expect(watched.listRecordedRequests()).toMatchObject([
      { patient: 'user_p1', state: 'open', requestedAt: 1_150 },
      { patient: 'user_p2', state: 'open', requestedAt: 1_150 },
    ]);
  },
);

describe('a form that is not in the cache', () => {
  test('ends nothing while the cache fills again', async () => {
    const { app } = watched;
    const request = { patient: 'user_p1', requestedAt: 500, requestedBy: 'user_d1' };
    const seen = {
      form: 'form_1',
      fetchedAt: 600,
      lastUpdatedAt: null,
      hasUnpublishedChanges: true,
      requests: [request],
      isWhole: true,
      ended: [],
    };
    unwrap(app.kept.recordObservedForms({ forms: [seen] }));
    await watched.reopen();
    expect(listRecordedRequests()).toEqual([['user_p1', 'open', null, null]]);
    expect(watched.drifts()).toEqual([{ form: 'form_1', since: 600 }]);
    // Once the whole list was read and the form was not in it, it is deleted.
    findSync(100, rawForm({ id: 'form_2' }));
    await watched.note();
    expect(listRecordedRequests()).toEqual([['user_p1', 'form-gone', 600, expect.any(Number)]]);
    expect(watched.drifts()).toEqual([{ form: 'form_1', since: 600 }]);
  });

  test('because the service says so ends its requests', async () => {
    findSync(0, rawForm(asked('user_p1')), rawForm({ id: 'form_2', ...asked('user_p2') }));
    await watched.note();
    watched.clock.at += 100;
    unwrap(watched.cache.writer.removeOne({ kind: 'form', id: 'form_1', writeSequence: 2_000 }));
    await watched.note();
    expect(listRecordedRequests()).toEqual([
      ['user_p1', 'form-gone', 1_000, watched.clock.at],
      ['user_p2', 'open', null, null],
    ]);
  });
});

describe('a form with unpublished changes', () => {
  test('has them since they were first seen, until it is published', async () => {
    findSync(0, rawForm(AHEAD));
    await watched.note();
    findSync(100, rawForm({ ...AHEAD, name: 'Another' }));
    await watched.note();
    expect(watched.drifts()).toEqual([{ form: 'form_1', since: 1_000 }]);
    expect(watched.app.changedLocalData).toEqual([{ what: 'completions', ids: ['form_1'] }]);
    findSync(100, rawForm({ ...AHEAD, has_unpublished_changes: false }));
    await watched.note();
    expect(watched.drifts()).toEqual([]);
  });

  test('has them since its last update at the latest, also where it was fetched first long after that', async () => {
    findSync(0, rawForm({ ...AHEAD, last_updated_at: iso(400) }));
    await watched.note();
    expect(watched.drifts()).toEqual([{ form: 'form_1', since: 400 }]);
    findSync(100, rawForm({ ...AHEAD, last_updated_at: iso(1_050) }));
    await watched.note();
    expect(watched.drifts()).toEqual([{ form: 'form_1', since: 400 }]);
  });

  test('has them since the first fetching where the service does not say when it was updated', async () => {
    findSync(0, rawForm({ ...AHEAD, last_updated_at: null }));
    await watched.note();
    expect(watched.drifts()).toEqual([{ form: 'form_1', since: 1_000 }]);
  });

  test('has them since its last update where an older program had noted when it was first fetched', async () => {
    findSync(0, rawForm({ ...AHEAD, last_updated_at: iso(400) }));
    const byOlderProgram = {
      form: 'form_1',
      fetchedAt: 1_000,
      lastUpdatedAt: null,
      hasUnpublishedChanges: true,
    };
    const forms = [{ ...byOlderProgram, requests: [], isWhole: true, ended: [] }];
    unwrap(watched.app.kept.recordObservedForms({ forms }));
    expect(watched.drifts()).toEqual([{ form: 'form_1', since: 1_000 }]);
    await watched.reopen();
    expect(watched.drifts()).toEqual([{ form: 'form_1', since: 400 }]);
  });

  test('has none if patients have never seen the form', async () => {
    findSync(0, rawForm({ has_unpublished_changes: true }));
    await watched.note();
    expect(watched.drifts()).toEqual([]);
  });
});

describe('a reminder', () => {
  const form = (id: string) => recordIdSchema('form').parse(id);
  const patient = idSchema('user').parse('user_p1');
  const reminder = { remindOn: toEpochMs(5_000), note: 'call' };
  const reminders = () =>
    unwrap(
      watched.cache.read('completions.page', {
        filter: { show: 'all', search: '' },
        order: { by: 'asked', descending: false },
        limit: 10,
      }),
    ).items.flatMap((line) => line.reminder ?? []);

  test('stays until the request has ended, or it is removed', async () => {
    const { kept } = watched.app;
    findSync(0, rawForm(asked('user_p1')));
    await watched.note();
    unwrap(kept['completions.remind']({ form: form('form_1'), patient, reminder }));
    expect(reminders()).toEqual([reminder]);
    unwrap(kept['completions.remind']({ form: form('form_1'), patient, reminder: null }));
    expect(reminders()).toEqual([]);
    unwrap(kept['completions.remind']({ form: form('form_1'), patient, reminder }));
    findSync(100, rawForm({ ...asked(), last_updated_at: iso(1_050) }));
    await watched.note();
    findSync(100, rawForm({ ...asked('user_p1'), last_updated_at: iso(1_150) }));
    await watched.note();
    expect(reminders()).toEqual([]);
    expect(watched.app.changedLocalData.filter(({ what }) => what === 'formReminders')).toHaveLength(3);
  });

  test('of a form created here is moved to the id that the service gives', () => {
    const { app, cache } = watched;
    const { number, id } = app.save({ operation: 'forms.create', data: { name: 'New' } });
    unwrap(app.kept['completions.remind']({ form: form(id), patient, reminder }));
    app.leave(number);
    const text = JSON.stringify(rawForm({ id: 'form_new', ...asked('user_p1') }));
    unwrap(cache.writer.storeOne({ kind: 'form', text, fetchedAt: toEpochMs(2_000), writeSequence: 1 }));
    unwrap(
      app.store.closeConfirmedChange({
        number,
        data: app.one(number).data,
        ending: 'sent',
        realId: 'form_new',
      }),
    );
    expect(reminders()).toEqual([reminder]);
    const unknown = form('local_form_00000000000000000000000009');
    expect(app.kept['completions.remind']({ form: unknown, patient, reminder })).toMatchObject({
      error: { code: 'not-found' },
    });
  });
});

test('what could not be recorded is recorded the next time, whatever that is about', async () => {
  const { cache, app } = watched;
  let isDown = true;
  const watch = createFormsWatch(cache, app, () => isDown);
  findSync(0, rawForm(asked('user_p1')));
  for (const committed of cache.emitted) watch.handleCommit(committed);
  await watch.waitUntilIdle();
  expect(listRecordedRequests()).toEqual([]);
  isDown = false;
  watch.handleCommit({ changes: [{ revision: 9, kind: 'form', ids: ['form_other'] }], states: [] });
  await watch.waitUntilIdle();
  expect(listRecordedRequests()).toEqual([['user_p1', 'open', null, null]]);
});
