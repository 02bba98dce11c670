/**
 * The keychain's own process, and the only one that loads the keychain's library: a locked keychain may block
 * a call permanently, and then only a signal ends the process.
 */
import { AsyncEntry } from 'keytar';
import { z } from 'zod';
import { leaveMemoryOutOfCoreDumps } from '#main/base/core-dumps.ts';
import { getParentPort, onParentProcessEnd } from '#main/base/port.ts';
import { createRpcServer } from '#main/base/rpc.ts';
import { exitProcessOnUncaughtErrors } from '#main/base/uncaught-errors.ts';
import {
  KEYCHAIN_ENTRY_ABSENT,
  KEYCHAIN_WRITE_DONE,
  toKeychainResultFromErrorText,
  isKeychainFailure,
  type KeychainReadResult,
  type KeychainWriteResult,
  type KeychainFailure,
} from './keychain-result.ts';

/** One entry of the system keychain, as the keychain's library offers it: every method may throw. */
export interface KeychainEntry {
  getPassword(): Promise<string | null>;
  setPassword(value: string): Promise<void>;
  /** Deletes the password; returns false where there was none. */
  deletePassword(): Promise<boolean>;
}

export interface KeychainServerDeps {
  readonly entry: (name: string) => KeychainEntry;
  /** Whether 'not found' may also mean that the keychain was never opened, as on Linux. */
  readonly isAbsenceDoubtful: boolean;
}

/** The procedures of the keychain process. None of them throws. */
export interface KeychainServer {
  get(name: string): Promise<KeychainReadResult<string>>;
  set(name: string, value: string): Promise<KeychainWriteResult>;
  delete(name: string): Promise<KeychainWriteResult>;
}

/** The name of an empty entry that only tests whether the keychain can be written. */
const PROBE = 'probe';

function toMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : 'unknown';
}

/**
 * Serves the keychain with four separate results.
 *
 * A Secret Service that was never unlocked returns 'not found' just like one without the entry. Its library
 * cannot tell whether the collection is open, and a program for that (gdbus, dbus-send) is not on every
 * desktop. So wherever nothing was found, an empty entry is written and deleted: only an open keychain
 * accepts it. Two processes may do so at once, because neither reads it.
 */
export function createKeychainServer({ entry, isAbsenceDoubtful }: KeychainServerDeps): KeychainServer {
  async function attempt<T>(
    work: () => Promise<T>,
  ): Promise<T | typeof KEYCHAIN_ENTRY_ABSENT | KeychainFailure> {
    try {
      return await work();
    } catch (thrown) {
      return toKeychainResultFromErrorText(toMessage(thrown));
    }
  }

  async function write(name: string, value: string): Promise<KeychainWriteResult> {
    const answer = await attempt(async () => {
      await entry(name).setPassword(value);
      return KEYCHAIN_WRITE_DONE;
    });
    // A store that does not exist cannot be written: there is no keychain.
    return answer.state === 'absent' ? { state: 'unavailable', detail: 'no place to write to' } : answer;
  }

  /** Returns absent, once the keychain has proved to be open. */
  async function confirmAbsent(): Promise<typeof KEYCHAIN_ENTRY_ABSENT | KeychainFailure> {
    if (!isAbsenceDoubtful) return KEYCHAIN_ENTRY_ABSENT;
    const written = await write(PROBE, 'intray');
    if (isKeychainFailure(written)) return written;
    await attempt(() => entry(PROBE).deletePassword());
    return KEYCHAIN_ENTRY_ABSENT;
  }

  return {
    get: async (name) => {
      const answer = await attempt(async (): Promise<KeychainReadResult<string>> => {
        const value = await entry(name).getPassword();
        return value === null ? KEYCHAIN_ENTRY_ABSENT : { state: 'found', value };
      });
      return answer.state === 'absent' ? confirmAbsent() : answer;
    },
    set: write,
    delete: async (name) => {
      const answer = await attempt(async () =>
        (await entry(name).deletePassword()) ? KEYCHAIN_WRITE_DONE : KEYCHAIN_ENTRY_ABSENT,
      );
      const confirmed = answer.state === 'absent' ? await confirmAbsent() : answer;
      return confirmed.state === 'absent' ? KEYCHAIN_WRITE_DONE : confirmed;
    },
  };
}

const SERVICE = 'Intray';

const nameSchema = z.object({ name: z.string() });
const valueSchema = nameSchema.extend({ value: z.string() });

const keychain = createKeychainServer({
  // Pinned: without it Linux falls back to keys in the kernel's memory, which are lost at the next start.
  entry: (name) => new AsyncEntry(SERVICE, name, { linux: { store: 'secret-service' } }),
  isAbsenceDoubtful: process.platform === 'linux',
});

async function handle(call: string, input: unknown): Promise<unknown> {
  switch (call) {
    case 'get':
      return keychain.get(nameSchema.parse(input).name);
    case 'delete':
      return keychain.delete(nameSchema.parse(input).name);
    case 'set': {
      const { name, value } = valueSchema.parse(input);
      return keychain.set(name, value);
    }
    default:
      throw new Error('unknown call');
  }
}

/** Kills the process, because a regular exit would wait for a blocked call. */
function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
}

const port = getParentPort();
// Without a parent nothing is served: tests import the server directly.
if (port !== null) {
  leaveMemoryOutOfCoreDumps();
  // The caller receives the failure anyway; its message could contain a secret.
  createRpcServer(port, handle, () => {});
  exitProcessOnUncaughtErrors({
    message: 'the keychain process failed',
    port,
    describe: (thrown) => (thrown instanceof Error ? thrown.name : typeof thrown),
    end: endAtOnce,
  });
  onParentProcessEnd(endAtOnce);
}
