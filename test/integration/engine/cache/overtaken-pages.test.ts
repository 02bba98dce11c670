import { afterEach, beforeEach, expect, test } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { rawNotification, rawRequisition } from '../../../support/builders.ts';
import { testCache, type TestCache } from '../../../support/cache.ts';
import { standingClock } from '../../../support/clocks.ts';
import { unwrap } from '../../../support/engine.ts';

let cache: TestCache;
beforeEach(async () => {
  cache = await testCache(standingClock());
});
afterEach(() => cache.close());

const DAY = { first: '2026-01-01T00:00:00.000Z', second: '2026-01-02T00:00:00.000Z' };
const notification = (id: string, read: boolean, at: string = DAY.first) =>
  rawNotification({ id, read, created_at: at });

/** Writes a notification by itself, as the answer to a change. */
function write(record: Readonly<Record<string, unknown>>, writeSequence: number): void {
  const text = JSON.stringify(record);
  unwrap(cache.writer.storeOne({ kind: 'notification', text, fetchedAt: toEpochMs(1), writeSequence }));
}

/** Ends a reading of the changes of notifications whose first page had this ETag. */
function end(etag: string): void {
  unwrap(
    cache.writer.endSweep({
      kind: 'notification',
      outcome: 'complete',
      at: toEpochMs(1),
      scope: 'changes',
      isCertain: true,
      isGapless: true,
      etag: { requestKey: 'first', value: etag },
    }),
  );
}

/** What is known about the list, as the next refresh is told it. */
function getKnown(writeSequence: number) {
  const { knownUntil, etag } = cache.begin('notification', writeSequence);
  return {
    knownUntil: knownUntil === null ? null : new Date(knownUntil).toISOString(),
    etag: etag?.value ?? null,
  };
}

/** Two notifications of the first day are cached, one of them unread, from a page with an ETag. */
function readFirst(): void {
  cache.begin('notification');
  cache.page('notification', [notification('notf_1', false), notification('notf_2', true)]);
  end('"one"');
}

test('a page that a single write overtook brings a version that is newer by the service’s own times, and no other', () => {
  const at = (name: string, last_updated_at?: string) =>
    rawRequisition({ id: 'req_1', name, last_updated_at });
  const getName = (): unknown => {
    const raw = cache.read('records.raw', { kind: 'requisition', id: 'req_1', withPending: false });
    return (JSON.parse(unwrap(raw).raw) as { name: unknown }).name;
  };
  const writeOne = (record: unknown, writeSequence: number): void => {
    const text = JSON.stringify(record);
    unwrap(cache.writer.storeOne({ kind: 'requisition', text, fetchedAt: toEpochMs(1), writeSequence }));
  };
  cache.begin('requisition');
  writeOne(at('written', DAY.second), 5);
  for (const [name, time] of [
    ['older', DAY.first],
    ['as old', DAY.second],
    ['without a time', undefined],
  ] as const) {
    cache.page('requisition', [at(name, time)], { requestedAt: 4, isUrgent: true });
    expect(getName()).toBe('written');
  }
  cache.page('requisition', [at('newer', '2026-01-02T00:00:00.001Z')], { requestedAt: 4, isUrgent: true });
  expect(getName()).toBe('newer');
  // A record without a time cannot be compared.
  writeOne(at('written without a time'), 6);
  cache.page('requisition', [at('newer', DAY.second)], { requestedAt: 5, isUrgent: true });
  expect(getName()).toBe('written without a time');
});

test('a reading that skipped a record because of a single write does not count as read', () => {
  readFirst();
  expect(getKnown(4)).toEqual({ knownUntil: DAY.first, etag: '"one"' });
  write(notification('notf_1', true), 5);
  const page = [notification('notf_3', false, DAY.second), notification('notf_1', false)];
  cache.page('notification', page, { requestedAt: 4 });
  end('"two"');
  expect(getKnown(6)).toEqual({ knownUntil: DAY.first, etag: null });
  cache.page('notification', page, { requestedAt: 6 });
  end('"two"');
  expect(getKnown(6)).toEqual({ knownUntil: DAY.second, etag: '"two"' });
});

test('a skipped record does not matter where a later pass has read it', () => {
  readFirst();
  cache.begin('notification', 4);
  write(notification('notf_1', true), 5);
  const page = [notification('notf_3', false, DAY.second), notification('notf_1', false)];
  cache.page('notification', page, { requestedAt: 4 });
  cache.page('notification', page, { requestedAt: 5, pass: 1 });
  end('"two"');
  expect(getKnown(6)).toEqual({ knownUntil: DAY.second, etag: null });
});

test('an ETag is not kept where a record was written singly after its page was stored', () => {
  readFirst();
  cache.begin('notification', 4);
  cache.page('notification', [notification('notf_3', false, DAY.second)], { requestedAt: 4 });
  write(notification('notf_3', true, DAY.second), 5);
  end('"two"');
  expect(getKnown(6)).toEqual({ knownUntil: DAY.second, etag: null });
});

test('a single write or removal forgets the ETag where it changes a record, and nothing else', () => {
  readFirst();
  write(notification('notf_1', false), 1);
  unwrap(cache.writer.removeOne({ kind: 'notification', id: 'notf_9', writeSequence: 2 }));
  expect(getKnown(2)).toEqual({ knownUntil: DAY.first, etag: '"one"' });
  write(notification('notf_1', true), 3);
  expect(getKnown(3)).toEqual({ knownUntil: DAY.first, etag: null });
  cache.page('notification', [notification('notf_1', true)], { requestedAt: 3 });
  end('"two"');
  expect(getKnown(3)).toEqual({ knownUntil: DAY.first, etag: '"two"' });
  unwrap(cache.writer.removeOne({ kind: 'notification', id: 'notf_2', writeSequence: 4 }));
  expect(getKnown(4)).toEqual({ knownUntil: DAY.first, etag: null });
});
