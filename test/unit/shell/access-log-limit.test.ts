import { expect, test } from 'vitest';
import type { Account } from '#contract/accounts.ts';
import { err, ok } from '#contract/result.ts';
import { limitAccessLogToOpenAccount } from '#main/shell/access-log-limit.ts';

const OWN = 'a'.repeat(16);
const ACCOUNT: Account = {
  id: OWN,
  kind: 'service',
  baseUrl: 'https://clinic.example.org',
  userId: 'user_me',
  addedAt: null,
};
const OTHER = 'b'.repeat(16);

function setUp(current: string | null) {
  const asked: unknown[] = [];
  const route = limitAccessLogToOpenAccount(
    async (name, input) => {
      asked.push([name, input]);
      return ok({});
    },
    { getState: () => ({ current, accounts: [ACCOUNT] }) },
  );
  return { route, asked };
}

test.each(['accessLog.list', 'accessLog.export'] as const)(
  'a page reads by %s the entries of the open account, whichever it asks for',
  async (name) => {
    const { route, asked } = setUp(OWN);
    await route(name, { filter: { what: 'view' } });
    const given = name === 'accessLog.export' ? { addresses: { [OWN]: 'https://evil.example.org' } } : {};
    await route(name, { filter: { account: OTHER }, ...given });
    const addresses = { [OWN]: 'https://clinic.example.org' };
    const more = name === 'accessLog.export' ? { addresses } : {};
    expect(asked).toEqual([
      [name, { filter: { what: 'view', account: OWN }, ...more }],
      [name, { filter: { account: OWN }, ...more }],
    ]);
    const without = setUp(null);
    expect(await without.route(name, { filter: {} })).toEqual(err('not-signed-in'));
    expect(without.asked).toEqual([]);
  },
);

test('other calls pass as they are', async () => {
  const { route, asked } = setUp(null);
  await route('accessLog.verify', {});
  expect(asked).toEqual([['accessLog.verify', {}]]);
});
