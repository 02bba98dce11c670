import { expect, test } from 'vitest';
import type { InternalProcedureInput } from '#contract/internal-procedures.ts';
import { ok } from '#contract/result.ts';
import { silentLog } from '#main/base/log.ts';
import { AccessLogKeeper } from '#main/session/access-log.ts';
import type { AccessLogSecrets } from '#main/vault/access-log.ts';
import { waitUntilPasses } from '../../support/wait.ts';

const KEPT: AccessLogSecrets = { place: 'keychain', key: 'ac'.repeat(32), head: null };
const RUN: AccessLogSecrets = { ...KEPT, place: 'run' };

/** Records an access before any account is open. Returns the calls that the engine got. */
async function note(access: InternalProcedureInput<'accessLog.note'>): Promise<readonly unknown[]> {
  const calls: unknown[] = [];
  const call = async (...given: readonly unknown[]) => ok(calls.push(given));
  const secrets = { getSecrets: async () => KEPT, getRunSecrets: () => RUN };
  const keeper = new AccessLogKeeper({ engine: { call, reopen: () => {} }, secrets, log: silentLog });
  keeper.note(access);
  await waitUntilPasses(() => expect(calls).toContainEqual(['accessLog.note', access]));
  return calls;
}

test.each(['sign-in', 'sign-out', 'account-removal', 'wipe'] as const)(
  'a %s opens the log of this computer, also where no account is open',
  async (what) => {
    const access = { what, outcome: 'ok' };
    expect(await note(access)).toEqual([
      ['accessLog.open', KEPT],
      ['accessLog.note', access],
    ]);
  },
);

test.each(['sign-in', 'account-removal'] as const)(
  'a %s for which the keychain stayed locked does not ask it again',
  async (what) => {
    const access = { what, outcome: 'keychain-locked' };
    expect(await note(access)).toEqual([['accessLog.note', access]]);
  },
);

test('a printing opens no log', async () => {
  const access = { what: 'print', outcome: 'printed' } as const;
  expect(await note(access)).toEqual([['accessLog.note', access]]);
});

test('a closed log is not opened again by what is recorded later', async () => {
  const calls: string[] = [];
  const call = async (name: string) => ok(calls.push(name));
  const secrets = { getSecrets: async () => KEPT, getRunSecrets: () => RUN };
  const keeper = new AccessLogKeeper({ engine: { call, reopen: () => {} }, secrets, log: silentLog });
  await keeper.close();
  keeper.note({ what: 'sign-out', outcome: 'ok' });
  await keeper.settle();
  expect(calls).toEqual(['accessLog.close', 'accessLog.note']);
});
