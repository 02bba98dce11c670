import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { createRpcClient } from '#main/base/rpc.ts';
import { serveEngineThread } from '#main/engine/serve-thread.ts';
import { DamageNotNoticedBySqliteError } from '#main/engine/sqlite/errors.ts';
import { createThreadPort } from '#main/engine/sqlite/worker.ts';
import type { ThreadHandler } from '#main/engine/thread-handlers.ts';

/** Returns the result of a call to a thread with this handler. */
function callThread(handle: ThreadHandler): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  serveEngineThread({ role: 'access', createHandler: () => handle, port: createThreadPort(port2) });
  return createRpcClient(createThreadPort(port1), () => {}).call('verify', null);
}

function failOnDamage(): never {
  throw new DamageNotNoticedBySqliteError('LENGTH');
}

test.each<[name: string, handle: ThreadHandler]>([
  ['at once', failOnDamage],
  ['later', async () => failOnDamage()],
])('a call that meets damage %s returns the storage error', async (_name, handle) => {
  expect(await callThread(handle)).toEqual({
    ok: false,
    error: { code: 'storage-damaged', detail: 'SQLITE_CORRUPT_LENGTH' },
  });
});
