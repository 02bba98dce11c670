import { describe, expect, test } from 'vitest';
import { isCreate, isOnceOnlyWrite, needsReconcile } from '#main/engine/local/outbox/operations.ts';
import type { StoredOperation } from '#main/engine/local/protocol.ts';

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
  expect(isOnceOnlyWrite(operation, data)).toBe(expected);
});

test('only the two creates create a record', () => {
  expect((['forms.create', 'requisitions.create'] as const).map(isCreate)).toEqual([true, true]);
  expect((['forms.publish', 'requisitions.update', 'forms.delete'] as const).map(isCreate)).toEqual([
    false,
    false,
    false,
  ]);
});

describe('is reconciled', () => {
  const stored = (change: Partial<StoredOperation>): StoredOperation =>
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
