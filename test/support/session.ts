import { POLICY_WITHOUT_FILE } from '#contract/policy.ts';
import { hasAccountFiles } from '#main/base/data-dir.ts';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { createSeededRandom, type RandomGenerator } from '#main/base/random.ts';
import type { SessionDeps } from '#main/session/deps.ts';
import { AccountSession } from '#main/session/session.ts';
import { openAccountRegister } from '#main/vault/accounts.ts';
import { createVaultOverKeychain } from '#main/vault/vault.ts';
import { CHEAP_PIN } from './locks.ts';
import type { TestEngine } from './engine.ts';
import type { MemoryKeychain } from './memory-keychain.ts';

/** What a session of a test runs over, and what differs from the usual one. */
export interface SessionOptions extends Partial<Omit<SessionDeps, 'accounts' | 'vault' | 'random'>> {
  readonly folder: string;
  readonly keychain: MemoryKeychain;
  readonly engine: SessionDeps['engine'];
  readonly random?: RandomGenerator;
}

/** Connects a session to an engine in this process. */
export function linkEngine(engine: TestEngine): SessionDeps['engine'] {
  return { call: (name: never, input: unknown) => engine.handle(name, input), reopen: () => {} };
}

/** Creates the main process's session over a data folder and a keychain in memory. Users agree to everything. */
export function createTestSession({
  folder,
  keychain,
  engine,
  random = createSeededRandom(1),
  ...change
}: SessionOptions): AccountSession {
  const deps = { dataDir: folder, clock: systemClock, random, log: silentLog };
  return new AccountSession({
    ...deps,
    engine,
    accounts: openAccountRegister(deps),
    vault: createVaultOverKeychain(keychain),
    variables: {},
    policy: POLICY_WITHOUT_FILE,
    tokenFile: null,
    startDemo: () => Promise.reject(new Error('none is wanted')),
    hasFiles: (account) => hasAccountFiles(folder, account),
    onChanged: () => {},
    cost: CHEAP_PIN,
    onAccountLeft: async () => {},
    mayLeave: async () => true,
    mayContact: async () => true,
    noteAccess: async (access) => void (await engine.call('accessLog.note', access)),
    keepReceipts: async (receipts) => (await engine.call('accessLog.keepReceipts', { receipts })).ok,
    ...change,
  });
}
