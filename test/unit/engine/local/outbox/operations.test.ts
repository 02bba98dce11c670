import { describe, expect, onTestFinished, test } from 'vitest';
import { iterateFirstPerRecord } from '#main/engine/local/outbox/next-changes.ts';
import {
  isCreateOperation,
  isOnceOnlyChange,
  needsReconcile,
} from '#main/engine/local/outbox/stored-changes.ts';
import type { StoredChange } from '#main/engine/local/protocol.ts';
import { temporaryFolder } from '../../../../support/engine.ts';
import { addPending, localFile } from '../../../../support/pending.ts';

test.each([
  ['forms.create', {}, true],
  ['requisitions.create', {}, true],
  ['forms.publish', {}, true],
  ['requisitions.update', { review: { status: 'reviewed' } }, true],
  ['requisitions.update', { name: 'Lipid panel' }, false],
  ['forms.update', { name: 'Intake' }, false],
  ['forms.delete', {}, false],
  ['forms.completion', { ask: ['user_1'] }, false],
  ['notifications.update', { read: true }, false],
] as const)('%s of %j must not be sent again once it may have arrived: %s', (operation, data, expected) => {
  expect(isOnceOnlyChange(operation, data)).toBe(expected);
});

test('only the two creates create a record', () => {
  expect((['forms.create', 'requisitions.create'] as const).map(isCreateOperation)).toEqual([true, true]);
  expect((['forms.publish', 'requisitions.update', 'forms.delete'] as const).map(isCreateOperation)).toEqual([
    false,
    false,
    false,
  ]);
});

describe('is reconciled', () => {
  const stored = (change: Partial<StoredChange>): StoredChange =>
    ({ operation: 'requisitions.create', state: 'saved', question: null, evidence: {}, ...change }) as never; // the parts that decide
  const left = { mayHaveLeft: true } as const;

  test.each([
    ['a create that may have arrived, if it is uncertain', { state: 'uncertain', evidence: left }, true],
    ['a create that was never sent', { state: 'uncertain' }, false],
    ['a review that is uncertain', { state: 'uncertain', operation: 'requisitions.update' }, true],
    ['a create that was not found', { state: 'needs-you', question: 'none-found', evidence: left }, true],
    ['a create that was never sent and not found', { state: 'needs-you', question: 'none-found' }, false],
    ['a create whose list could not be read', { state: 'needs-you', question: 'not-listed' }, true],
    ['a conflict', { state: 'needs-you', question: 'conflict', evidence: left }, false],
    ['a rejected change', { state: 'rejected', question: 'none-found', evidence: left }, false],
    ['a saved change', { state: 'saved', evidence: left }, false],
  ] as const)('%s: %j', (_what, change, expected) => {
    expect(needsReconcile(stored(change))).toBe(expected);
  });
});

test.each([1, 19, 20, 21, 40, 45])(
  'the first writes of %i records are found, oldest first, and read flags after them',
  async (count) => {
    const folder = await temporaryFolder();
    const db = localFile(folder.path);
    onTestFinished(async () => {
      db.close();
      await folder.remove();
    });
    const addRead = (target: string): number =>
      addPending(db, { operation: 'notifications.update', target, data: { read: true } });
    const addChange = (target: string): number =>
      addPending(db, { operation: 'requisitions.update', target, data: { name: 'Mine' } });
    const places = Array.from({ length: count }, (_, place) => place);
    const flags = places.map((place) => addRead(`notif_${place}`));
    const changes = places.map((place) => addChange(`req_${place}`));
    addChange('req_0'); // It waits for the first one of its record.
    const found: number[] = [];
    for (const { number } of iterateFirstPerRecord(db, [changes[0] ?? 0])) {
      found.push(number);
      if (found.length > 3 * count) break;
    }
    expect(found).toEqual([...changes.slice(1), ...flags]);
  },
);
