import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EMPTY_OUTBOX_COUNTS } from '#contract/outbox.ts';
import { UnsentCountsLostAtProgramEnd } from '#main/session/unsent-counts.ts';
import { BASE, app, makeDataDir, OTHER, removeDataDir, signIn } from './session-app.ts';

beforeEach(makeDataDir);
afterEach(removeDataDir);

/** A session without a keychain and an account with pending changes. */
async function withoutKeychain() {
  const made = app();
  made.keychain.simulatedState = { state: 'unavailable', detail: '' };
  await made.session.signIn(signIn(BASE));
  const id = made.session.getState().current ?? '';
  made.session.handleOutboxCounts({ ...EMPTY_OUTBOX_COUNTS, saved: 2, needsYou: 1 });
  return { ...made, id };
}

describe('unsent changes without a keychain', () => {
  test('lead to a question before another account is opened, and the account stays if the user cancels', async () => {
    const { session, left, user, id } = await withoutKeychain();
    user.mayLeave = false;
    await session.openDemo();
    await session.switchTo({ id: 'demo' });
    expect(await session.signIn(signIn(OTHER))).toMatchObject({ error: { code: 'sign-in-cancelled' } });
    expect(left).toEqual([3, 3, 3]);
    expect(session.getState()).toMatchObject({ current: id, session: 'open' });
  });

  test('are still there when the account is opened again in this run, with the same key', async () => {
    const { session, opened, id } = await withoutKeychain();
    await session.openDemo();
    expect(session.unsentOfRun).toBe(3);
    await session.switchTo({ id });
    await session.reopen();
    const [first, , second, third] = opened();
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    session.handleOutboxCounts(EMPTY_OUTBOX_COUNTS);
    expect(session.unsentOfRun).toBe(0);
  });

  test('lead to no question if nothing is pending, or if the same account is tried again', async () => {
    const { session, left } = await withoutKeychain();
    await session.reopen();
    session.handleOutboxCounts(EMPTY_OUTBOX_COUNTS);
    await session.openDemo();
    expect(left).toEqual([]);
  });

  test('of the demo clinic, or with a keychain, lead to no question', async () => {
    const { session, left } = app();
    await session.openDemo();
    session.handleOutboxCounts({ ...EMPTY_OUTBOX_COUNTS, saved: 1 });
    await session.signIn(signIn(BASE));
    session.handleOutboxCounts({ ...EMPTY_OUTBOX_COUNTS, saved: 1 });
    await session.signIn(signIn(OTHER));
    expect(left).toEqual([]);
    expect(session.unsentOfRun).toBe(0);
  });
});

test('unsent changes are counted over all accounts, and no longer those whose files are gone', () => {
  const counts = new UnsentCountsLostAtProgramEnd();
  counts.note('one', { ...EMPTY_OUTBOX_COUNTS, saved: 2 });
  counts.note('two', { ...EMPTY_OUTBOX_COUNTS, saved: 3 });
  expect([counts.get('one'), counts.get('three'), counts.total]).toEqual([2, 0, 5]);
  counts.forget('one');
  expect([counts.get('one'), counts.total]).toEqual([0, 3]);
});
