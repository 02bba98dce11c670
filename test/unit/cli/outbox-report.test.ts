import { expect, test } from 'vitest';
import { pendingChangeSchema, type PendingChange } from '#contract/outbox.ts';
import { formatOutbox } from '#main/cli/outbox.ts';
import { aWrite } from '../../support/values.ts';

function pending(change: Partial<Record<keyof PendingChange, unknown>> = {}): PendingChange {
  return pendingChangeSchema.parse({
    ...aWrite({
      number: 3,
      operation: 'forms.update',
      kind: 'form',
      id: 'form_1',
      label: 'Intake',
      fields: [],
    }),
    savedAt: Date.UTC(2026, 0, 31, 9, 30),
    ...change,
  });
}
const toLines = (...items: readonly PendingChange[]) => formatOutbox(items, false).split('\n');

test('one line describes one write', () => {
  expect(toLines(pending())[1]).toMatch(
    /^3 +saved +forms\.update +form_1 +Intake +2026-01-31T09:30:00\.000Z$/,
  );
});

test.each([
  [{ waitsFor: 2 }, 'waits for 2'],
  [{ waitsFor: 4, isHeldByDelete: true }, 'sent only if 4 is discarded'],
  [{ state: 'rejected', error: { code: 'rejected', serverWords: 'name is taken' } }, 'name is taken'],
  [{ error: { code: 'offline' } }, 'offline'],
  [{ state: 'needs-you', question: 'gone', error: { code: 'not-found' } }, 'gone'],
])('%j shows why it is not on the service', (change, why) => {
  expect(toLines(pending(change))[1]?.endsWith(why)).toBe(true);
});

test('a conflict shows what differs, mine beside the server’s', () => {
  const fields = [
    { field: 'name', base: '"A"', mine: '"B"', theirs: '"C"' },
    { field: 'description', base: '""', mine: '"D"', theirs: null },
  ];
  const lines = toLines(pending({ state: 'needs-you', question: 'conflict', fields }));
  expect(lines.slice(3)).toEqual([
    expect.stringMatching(/^number +question +of +mine +server$/),
    expect.stringMatching(/^3 +conflict +name +"B" +"C"$/),
    '',
  ]);
});

test('a lost create shows its candidates', () => {
  const differences = [{ field: 'description', mine: '"D"', theirs: null }];
  const candidates = [
    { id: 'form_8', createdBy: 'user_2', createdAt: Date.UTC(2026, 0, 31), name: 'A', differences },
    { id: 'form_9', createdBy: 'user_3', createdAt: null, name: 'B', differences: [] },
  ];
  const lines = toLines(pending({ state: 'needs-you', question: 'several-found', candidates }));
  expect(lines[4]).toMatch(/^3 +several-found +form_8 +user_2 2026-01-31T00:00:00\.000Z$/);
  expect(lines[5]).toMatch(/^3 +several-found +description +"D"$/);
  expect(lines[6]).toMatch(/^3 +several-found +form_9 +user_3$/);
});

test('a question without details is a line too', () => {
  expect(toLines(pending({ state: 'needs-you', question: 'none-found' }))[4]).toMatch(/^3 +none-found$/);
});

test('an empty outbox says so', () => {
  expect(formatOutbox([], false)).toBe('The outbox is empty.\n');
});

test('as JSON it is one object with everything', () => {
  expect(JSON.parse(formatOutbox([pending()], true))).toEqual({ items: [pending()], next: null });
});
