import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { forkNode } from '#main/base/node-fork.ts';
import { createVaultWithKeychainProcess } from '#main/vault/vault.ts';
import { findProgram } from '../../scripts/system-parts.ts';

/** A keychain of its own, which Intray reaches by the address of its message bus. */
export interface Keychain {
  readonly address: string;
  /** Removes everything, like a keychain that was reset. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

const WRAPPER = resolve(import.meta.dirname, '../support/with-keyring.sh');

/** Why there can be no keychain on this computer, or null. */
export function whyNoKeychain(): string | null {
  const isHere = ['dbus-run-session', 'gnome-keyring-daemon'].every((name) => findProgram([name]) !== null);
  return isHere ? null : 'there is no message bus or no keyring on this computer';
}

interface Bus {
  readonly address: string;
  end(): Promise<void>;
}

/** Opens the bus of a keychain in a state of `with-keyring.sh`; `home` keeps its entries. */
async function openBus(state = 'unlocked', home?: string): Promise<Bus> {
  // The last command waits for its input to end, and the keychain with it.
  const tellAddress = 'echo "$DBUS_SESSION_BUS_ADDRESS"; cat';
  const child = spawn('bash', [WRAPPER, state, 'bash', '-c', tellAddress], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, ...(home === undefined ? {} : { KEYRING_HOME: home }) },
  });
  const ended = once(child, 'exit');
  const told = once(child.stdout, 'data').then(([chunk]) => String(chunk).trim());
  const address = await Promise.race([told, ended.then(() => '')]);
  if (address === '') throw new Error('the keychain did not open');
  return {
    address,
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** Opens an empty, unlocked keychain; it ends when it is closed, and stores nothing. */
export async function openKeychain(): Promise<Keychain> {
  let bus = await openBus();
  return {
    get address() {
      return bus.address;
    },
    empty: async () => {
      await bus.end();
      bus = await openBus();
    },
    close: () => bus.end(),
  };
}

/** Opens a keychain that is locked, whose question for the password stays unanswered. */
export async function openLockedKeychain(): Promise<Pick<Keychain, 'address' | 'close'>> {
  const home = mkdtempSync(join(tmpdir(), 'intray-locked-keyring-'));
  // An unlocked one leaves its locked file behind.
  await (await openBus('unlocked', home)).end();
  const bus = await openBus('prompt-open', home);
  return {
    address: bus.address,
    close: async () => {
      await bus.end();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Returns the key of an account's files from a keychain, 64 hex digits; the account has no PIN. */
export async function readFileKey({ address }: Pick<Keychain, 'address'>, account: string): Promise<string> {
  const entry = resolve(import.meta.dirname, '../../main/vault/keychain-child.ts');
  const vault = createVaultWithKeychainProcess({
    forkChild: () => forkNode(entry, [], { env: { DBUS_SESSION_BUS_ADDRESS: address } }),
    clock: systemClock,
    log: silentLog,
    briefMs: 30_000,
  });
  const found = await vault.getCacheKey(account);
  vault.close();
  if (found.state !== 'found') throw new Error(`the key of the files is ${found.state}`);
  return found.value.key;
}
