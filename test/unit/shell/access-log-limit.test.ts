import { expect, test } from 'vitest';
import { err, ok } from '#contract/result.ts';
import { limitAccessLogToOpenAccount } from '#main/shell/access-log-limit.ts';

const OWN = 'a'.repeat(16);
const OTHER = 'b'.repeat(16);

function setUp(current: string | null) {
  const asked: unknown[] = [];
  const route = limitAccessLogToOpenAccount(
    async (name, input) => {
      asked.push([name, input]);
      return ok({});
    },
    { getState: () => ({ current }) },
  );
  return { route, asked };
}

test.each(['accessLog.list', 'accessLog.export'] as const)(
  'a page reads by %s the entries of the open account, whichever it asks for',
  async (name) => {
    const { route, asked } = setUp(OWN);
    await route(name, { filter: { what: 'view' } });
    await route(name, { filter: { account: OTHER } });
    expect(asked).toEqual([
      [name, { filter: { what: 'view', account: OWN } }],
      [name, { filter: { account: OWN } }],
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
