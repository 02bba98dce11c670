import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
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

async function openBus(): Promise<Bus> {
  // The last command waits for its input to end, and the keychain with it.
  const tellAddress = 'echo "$DBUS_SESSION_BUS_ADDRESS"; cat';
  const child = spawn('bash', [WRAPPER, 'unlocked', 'bash', '-c', tellAddress], {
    stdio: ['pipe', 'pipe', 'ignore'],
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
