import { afterEach, expect, test } from 'vitest';
import { createPortPair } from '#main/base/port.ts';
import { createRpcClient, RpcError, createRpcServer } from '#main/base/rpc.ts';

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
process.on('unhandledRejection', note);
afterEach(() => void unhandled.splice(0));

function connected() {
  const [near, far] = createPortPair();
  createRpcServer(
    far,
    (_name, input) => Promise.resolve(input),
    () => {},
  );
  return createRpcClient(near);
}

function afterEverything(): Promise<void> {
  return new Promise((resolve) => void setImmediate(() => setImmediate(resolve)));
}

test('a call whose input cannot be cloned fails, and leaves no pending call that closing would reject', async () => {
  const client = connected();
  const call = Promise.resolve()
    .then(() => client.call('save', () => 'no data'))
    .catch((thrown: unknown) => thrown);
  expect(await call).toBeInstanceOf(RpcError);
  client.close('the thread has ended');
  await afterEverything();
  expect(unhandled).toEqual([]);
});

test('calls after one that could not be sent get a result', async () => {
  const client = connected();
  await client.call('save', () => 'no data').catch(() => {});
  expect(await client.call('save', { id: 1 })).toEqual({ id: 1 });
});
