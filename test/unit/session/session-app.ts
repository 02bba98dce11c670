import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountsState } from '#contract/accounts.ts';
import { POLICY_WITHOUT_FILE, type Policy } from '#contract/policy.ts';
import { ok, type Result } from '#contract/result.ts';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { silentLog, type Log } from '#main/base/log.ts';
import type { ImportableTokenFile } from '#main/vault/import-tokens.ts';
import { memoryKeychain, type MemoryKeychain } from '../../support/memory-keychain.ts';
import { createTestSession } from '../../support/session.ts';

export interface Call {
  readonly name: string;
  readonly input: unknown;
}

export const BASE = 'https://clinic.example.com';
export const OTHER = 'https://other.example.com';
export const TOKENS = { accessToken: 'TOK-1', jwt: 'JWT-1' };
export const RENEWED = { accessToken: 'TOK-2', jwt: 'JWT-2' };
let folder = '';

export function makeDataDir(): void {
  folder = mkdtempSync(join(tmpdir(), 'intray-session-'));
}

export function removeDataDir(): void {
  rmSync(folder, { recursive: true });
}

/** The data folder of the running test. */
export function dataDir(): string {
  return folder;
}

/** A session over a keychain in memory and an engine that records its calls. */
export function app({
  variables = {},
  hasFiles = false,
  policy = {},
  tokenFile = null,
  clock = systemClock,
  keychain = memoryKeychain(),
  log = silentLog,
}: {
  variables?: Record<string, string>;
  hasFiles?: boolean;
  policy?: Partial<Policy>;
  tokenFile?: ImportableTokenFile | null;
  clock?: Clock;
  /** That of an earlier run of the program; default: a new one. */
  keychain?: MemoryKeychain;
  log?: Log;
} = {}) {
  const calls: Call[] = [];
  const refusals = new Map<string, Result<unknown>>();
  const states: AccountsState[] = [];
  const left: number[] = [];
  const asked: string[] = [];
  /** What the next page was told when a page ended. */
  const receiptsAtRenewal: unknown[] = [];
  /** Whether the data folder has files, which the first sign-in makes. */
  const files = { exist: hasFiles };
  const user = { mayLeave: true, mayContact: true };
  let demos = 0;
  let isDemoRunning = true;
  const session = createTestSession({
    folder,
    keychain,
    variables,
    policy: { ...POLICY_WITHOUT_FILE, ...policy },
    tokenFile,
    clock,
    log,
    engine: {
      call: (name: string, input: unknown) => {
        calls.push({ name, input });
        return Promise.resolve(refusals.get(name) ?? ok({}));
      },
      reopen: () => calls.push({ name: 'revive', input: null }),
    },
    startDemo: () => {
      demos += 1;
      isDemoRunning = true;
      return Promise.resolve({
        baseUrl: 'http://127.0.0.1:9',
        accessToken: 'D',
        jwt: 'D',
        userId: 'user_demo',
        names: [{ id: 'user_p1', name: 'Grace Marsh', identifier: '12 Mar 1980' }],
        isRunning: () => isDemoRunning,
        stop: () => {},
      });
    },
    hasFiles: () => files.exist && !calls.some(({ name }) => name === 'engine.moveAway'),
    onChanged: (state) => states.push(state),
    onAccountLeft: async () => {
      calls.push({ name: 'renew', input: session.getState().session });
      receiptsAtRenewal.push(await session.getReceipts());
    },
    mayLeave: async (unsent) => {
      left.push(unsent);
      return user.mayLeave;
    },
    mayContact: async (host) => {
      asked.push(host);
      return user.mayContact;
    },
  });
  const opened = (): readonly unknown[] =>
    calls.filter(({ name }) => name === 'engine.open').map(({ input }) => input);
  const endDemo = (): void => {
    isDemoRunning = false;
  };
  return {
    session,
    left,
    asked,
    receiptsAtRenewal,
    user,
    files,
    calls,
    refusals,
    states,
    keychain,
    opened,
    demos: () => demos,
    endDemo,
  };
}

export const signIn = (baseUrl = BASE, userId: string | null = 'user_1') =>
  ({ baseUrl, ...TOKENS, userId }) as never; // ids come branded
