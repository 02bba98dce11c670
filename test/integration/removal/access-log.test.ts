import { describe, expect, test } from 'vitest';
import { LOG_KEY } from '../../support/access-log.ts';
import { getCode, unwrap } from '../../support/engine.ts';
import { app, keychain, readRemovals, request, signIn, useRemovalApp } from './removal-app.ts';

useRemovalApp();

describe('The access log', () => {
  test('says who was signed out, removed or wiped, and with what outcome', async () => {
    const account = await signIn();
    const user = app.clinic.userId;
    const log = { place: 'keychain', key: LOG_KEY, head: null } as const;
    unwrap(await app.engine().control('accessLog.open', log));
    keychain.simulatedState = { state: 'locked', detail: '' };
    expect(getCode(await app.session().remove(request(account)))).toBe('keychain-locked');
    keychain.simulatedState = null;
    unwrap(await app.session().remove(request(account, 'sign-out')));
    unwrap(await app.session().remove(request(account)));
    const other = await signIn();
    unwrap(await app.session().remove({ what: 'wipe', acceptsUnreadable: false }));
    const { items } = unwrap(await app.engine().call('accessLog.list', { filter: {} }));
    const ends = items.filter(({ what }) => what !== 'account').toReversed();
    expect(ends).toMatchObject([
      { what: 'account-removal', account, user, outcome: 'keychain-locked' },
      { what: 'sign-out', account, user, outcome: 'ok' },
      { what: 'account-removal', account, user, outcome: 'ok' },
      { what: 'wipe', account: other, user, outcome: 'ok' },
    ]);
  });

  test('has the whole receipt of each, which leaves the file of the removals for it', async () => {
    const account = await signIn();
    const log = { place: 'keychain', key: LOG_KEY, head: null } as const;
    unwrap(await app.engine().control('accessLog.open', log));
    const { receipts } = unwrap(await app.session().remove(request(account)));
    const { items } = unwrap(
      await app.engine().call('accessLog.list', { filter: { what: 'account-removal' } }),
    );
    expect(items.map(({ receipt }) => receipt)).toEqual(receipts);
    expect(readRemovals()).toEqual({ version: 1, open: [], receipts: [] });
  });

  test('gets the receipts that it could not keep at first, once each', async () => {
    const log = { place: 'keychain', key: LOG_KEY, head: null } as const;
    const [first, second] = [await signIn(), await signIn(null)];
    const removed = unwrap(await app.session().remove(request(first)));
    expect(readRemovals().receipts).toEqual(removed.receipts);
    unwrap(await app.engine().control('accessLog.open', { ...log, place: 'run' }));
    const more = unwrap(await app.session().remove(request(second)));
    const both = [...removed.receipts, ...more.receipts];
    expect(readRemovals().receipts).toEqual(both);
    unwrap(await app.engine().control('accessLog.open', { ...log, key: 'be'.repeat(32) }));
    for (let start = 0; start < 2; start++)
      await app.session().openAtStart({ openAtStart: 'ask' } as never, null); // the other settings do not matter here
    const { items } = unwrap(
      await app.engine().call('accessLog.list', { filter: { what: 'account-removal' } }),
    );
    expect(items.flatMap(({ receipt }) => receipt ?? []).toReversed()).toEqual(both);
    expect(readRemovals()).toEqual({ version: 1, open: [], receipts: [] });
  });
});
