import { expect, test } from 'vitest';
import type { InternalProcedureInput } from '#contract/internal-procedures.ts';
import { err, ok } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { silentLog } from '#main/base/log.ts';
import { AccessLogRecorder } from '#main/session/access-log.ts';
import type { EngineCallAndRestart } from '#main/session/open-account-controller.ts';
import type { AccessLogKeyAndHead } from '#main/vault/access-log.ts';
import { LOCKED_ACCOUNT } from '../../support/locks.ts';
import { waitUntilPasses } from '../../support/wait.ts';

const KEPT: AccessLogKeyAndHead = { place: 'keychain', key: 'ac'.repeat(32), head: null };
const RUN: AccessLogKeyAndHead = { ...KEPT, place: 'run' };
const NOW = toEpochMs(1_000);
const clock = { now: () => NOW };

/** Records an access before any account is open. Returns the calls that the engine got. */
async function note(access: InternalProcedureInput<'accessLog.note'>): Promise<readonly unknown[]> {
  const calls: unknown[] = [];
  const call = async (...given: readonly unknown[]) => ok(calls.push(given));
  const secrets = { getSecrets: async () => KEPT, getRunSecrets: () => RUN };
  const keeper = new AccessLogRecorder({
    engine: { call, reopen: () => {} },
    secrets,
    clock,
    log: silentLog,
  });
  keeper.note(access);
  await waitUntilPasses(() => expect(calls).toContainEqual(['accessLog.note', { ...access, at: NOW }]));
  return calls;
}

test.each(['sign-in', 'sign-out', 'account-removal', 'wipe'] as const)(
  'a %s opens the log of this computer, also where no account is open',
  async (what) => {
    const access = { what, outcome: 'ok' };
    expect(await note(access)).toEqual([
      ['accessLog.open', KEPT],
      ['accessLog.note', { ...access, at: NOW }],
    ]);
  },
);

test.each(['sign-in', 'account-removal'] as const)(
  'a %s for which the keychain stayed locked does not ask it again',
  async (what) => {
    const access = { what, outcome: 'keychain-locked' };
    expect(await note(access)).toEqual([['accessLog.note', { ...access, at: NOW }]]);
  },
);

test('a printing opens no log', async () => {
  const access = { what: 'print', outcome: 'printed' } as const;
  expect(await note(access)).toEqual([['accessLog.note', { ...access, at: NOW }]]);
});

test('a closed log is not opened again by what is recorded later', async () => {
  const calls: string[] = [];
  const call = async (name: string) => ok(calls.push(name));
  const secrets = { getSecrets: async () => KEPT, getRunSecrets: () => RUN };
  const keeper = new AccessLogRecorder({
    engine: { call, reopen: () => {} },
    secrets,
    clock,
    log: silentLog,
  });
  await keeper.close();
  keeper.note({ what: 'sign-out', outcome: 'ok' });
  await keeper.settle();
  expect(calls).toEqual(['accessLog.close', 'accessLog.note']);
});

test('what is recorded while a lock replaces the engine reaches the next one, in order and with its time', async () => {
  let isRunning = false;
  let now = 1_000;
  const noted: unknown[] = [];
  const call = async (name: string, input: unknown) => {
    if (!isRunning) return err('engine-down');
    if (name === 'accessLog.note') noted.push(input);
    return ok({});
  };
  const engine = { call, reopen: () => {} } as unknown as EngineCallAndRestart; // its answers are those of the real one
  const secrets = { getSecrets: async () => KEPT, getRunSecrets: () => RUN };
  const log = new AccessLogRecorder({ engine, secrets, clock: { now: () => now }, log: silentLog });
  log.note({ what: 'failed-unlock', outcome: 'wrong-pin' });
  await log.settle();
  expect(noted).toEqual([]);
  isRunning = true;
  now = 9_000;
  log.note({ what: 'unlock', outcome: 'ok' });
  await log.settle();
  expect(noted).toEqual([
    { what: 'failed-unlock', outcome: 'wrong-pin', at: 1_000 },
    { what: 'unlock', outcome: 'ok', at: 9_000 },
  ]);
});

test('the demo clinic has a log of this run alone, and an account one of this computer, which stays open after it', async () => {
  const opened: unknown[] = [];
  const call = async (name: string, input: unknown) => {
    if (name === 'accessLog.open') opened.push(input);
    return ok(null);
  };
  const engine = { call, reopen: () => {} } as unknown as EngineCallAndRestart; // what is opened decides, not its answer
  const secrets = { getSecrets: async () => KEPT, getRunSecrets: () => RUN };
  const log = new AccessLogRecorder({ engine, secrets, clock, log: silentLog });
  const link = log.wrap(engine);
  for (const account of ['demo', LOCKED_ACCOUNT.id, 'demo'])
    await link.call('engine.open', { account } as InternalProcedureInput<'engine.open'>); // nothing else is read
  await log.settle();
  expect(opened).toEqual([RUN, KEPT, KEPT]);
});
