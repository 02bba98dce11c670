/**
 * The keychain's own process, and the only one that loads the keychain's library: a locked keychain may hold
 * a call for ever, and then nothing but a signal ends the process.
 */
import { AsyncEntry } from 'keytar';
import { z } from 'zod';
import { parentPort } from '#main/base/port.ts';
import { rpcServer } from '#main/base/rpc.ts';
import { createKeychainServer } from './keychain-server.ts';

const SERVICE = 'Intray';

const named = z.object({ name: z.string() });
const valued = named.extend({ value: z.string() });

const keychain = createKeychainServer({
  // Pinned: without it Linux falls back to keys in the kernel's memory, which the next start has lost.
  entry: (name) => new AsyncEntry(SERVICE, name, { linux: { store: 'secret-service' } }),
  nothingIsDoubtful: process.platform === 'linux',
});

async function handle(call: string, input: unknown): Promise<unknown> {
  switch (call) {
    case 'get':
      return keychain.get(named.parse(input).name);
    case 'delete':
      return keychain.delete(named.parse(input).name);
    case 'set': {
      const { name, value } = valued.parse(input);
      return keychain.set(name, value);
    }
    default:
      throw new Error('unknown call');
  }
}

const port = parentPort();
// The caller hears of a failure all the same; its words could hold a secret.
if (port !== null) rpcServer(port, handle, () => {});
// An orderly exit would wait for a call that hangs.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
