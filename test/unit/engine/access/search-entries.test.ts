import { expect, test } from 'vitest';
import { ok } from '#contract/result.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import { silentLog } from '#main/base/log.ts';
import type { UnnumberedAccessEntry } from '#main/engine/access/protocol.ts';
import { AccessRecorder } from '#main/engine/access/recorder.ts';
import { manualClock } from '../../../support/clocks.ts';

/** A recorder of an open account, with the entries that reached the log. */
async function openRecorder() {
  const clock = manualClock();
  const start = clock.now();
  const entries: UnnumberedAccessEntry[] = [];
  const recorder = new AccessRecorder({
    accessLog: { record: (found) => void entries.push(...found), keepReceipts: async () => ok({}) },
    findPatient: async () => null,
    clock,
    log: silentLog,
  });
  recorder.handleServed('engine.open', { account: 'a', userId: 'user_me' }, ok({}));
  await recorder.drain();
  entries.splice(0);
  return {
    clock,
    recorder,
    search: (...texts: readonly string[]) => {
      for (const text of texts) {
        const terms = [{ field: text.startsWith('user_') ? 'patient' : 'text', value: text, isNot: false }];
        recorder.handleServed('worklist.page', { terms }, ok({ items: [] }));
      }
    },
    view: (id: string) => recorder.handleServed('records.raw', { id }, ok({ raw: '' })),
    /** What the log has: kind, patient or record, and the seconds since the start. */
    list: () =>
      entries.map(({ what, patient, record, at }) => [what, patient ?? record, (at - start) / SECOND]),
  };
}

test('an id that is typed letter by letter has one entry, of the last text, once that has rested a second', async () => {
  const { clock, search, list } = await openRecorder();
  for (const text of ['user_a', 'user_a1', 'user_a12']) {
    search(text);
    await clock.pass(SECOND / 2);
  }
  expect(list()).toEqual([]);
  await clock.pass(SECOND / 2);
  expect(list()).toEqual([['patient-search', 'user_a12', 1]]);
  await clock.pass(MINUTE);
  expect(list()).toHaveLength(1);
});

test('each text that rested has an entry, also where the next is its continuation or a part of it', async () => {
  const { clock, search, list } = await openRecorder();
  for (const text of ['user_a1', 'user_a12', 'user_a1']) {
    search(text);
    await clock.pass(SECOND);
  }
  expect(list()).toEqual([
    ['patient-search', 'user_a1', 0],
    ['patient-search', 'user_a12', 1],
    ['patient-search', 'user_a1', 2],
  ]);
});

test('a text in the place of another one leaves the entry of the first, however fast', async () => {
  const { clock, search, list } = await openRecorder();
  search('user_a1', 'user_b2', 'Haddad');
  await clock.pass(SECOND);
  expect(list()).toEqual([
    ['patient-search', 'user_a1', 0],
    ['patient-search', 'user_b2', 0],
    ['patient-search', null, 0],
  ]);
});

test('a record that is opened is recorded behind the search that led to it', async () => {
  const { search, view, recorder, list } = await openRecorder();
  search('user_a', 'user_a1');
  view('req_1');
  await recorder.drain();
  expect(list()).toEqual([
    ['patient-search', 'user_a1', 0],
    ['view', 'req_1', 0],
  ]);
});

test('a search that has not rested is recorded when the account is closed, the log is read, or the program ends', async () => {
  const { search, recorder, list } = await openRecorder();
  search('user_a1');
  await recorder.drain();
  expect(list()).toEqual([['patient-search', 'user_a1', 0]]);
  search('user_b2');
  recorder.handleServed('engine.close', {}, ok({}));
  search('user_c3'); // nothing is open
  await recorder.drain();
  expect(list().slice(1)).toEqual([['patient-search', 'user_b2', 0]]);
});
