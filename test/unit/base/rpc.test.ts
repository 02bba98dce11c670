import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { createPortPair } from '#main/base/port.ts';
import { createRpcClient, RpcError, createRpcServer, type CallAbandonmentStatus } from '#main/base/rpc.ts';

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

/** A client of a side that keeps its calls until they are served, and those calls. */
function held(sharesMemory: boolean) {
  const [near, far] = createPortPair();
  const calls: { readonly call: CallAbandonmentStatus; readonly serve: (value: unknown) => void }[] = [];
  const sent: unknown[] = [];
  createRpcServer(
    { ...far, send: (message) => void sent.push(message) },
    (_name, _input, call) => new Promise((resolve) => calls.push({ call, serve: resolve })),
    () => {},
  );
  return { client: createRpcClient(near, () => {}, sharesMemory), calls, sent };
}

describe.each([
  ['a process', false],
  ['a thread', true],
])('a call to %s that is abandoned', (_side, sharesMemory) => {
  test('rejects at once, and its later reply is not sent', async () => {
    const { client, calls, sent } = held(sharesMemory);
    const stopping = new AbortController();
    const call = client.call('count', null, { signal: stopping.signal }).catch((thrown: unknown) => thrown);
    await afterEverything();
    expect(calls.map(({ call: served }) => served.isAbandoned())).toEqual([false]);
    stopping.abort();
    expect(await call).toBeInstanceOf(RpcError);
    await afterEverything();
    expect(calls.map(({ call: served }) => served.isAbandoned())).toEqual([true]);
    calls.forEach(({ serve }) => serve(1));
    await afterEverything();
    expect(sent).toEqual([]);
  });

  test('leaves nothing behind: closing rejects it no second time, and its signal has no listener', async () => {
    const { client } = held(sharesMemory);
    const stopping = new AbortController();
    const call = client.call('count', null, { signal: stopping.signal }).catch((thrown: unknown) => thrown);
    stopping.abort();
    client.close('the thread has ended');
    expect(await call).toMatchObject({ message: 'the call was abandoned' });
    await afterEverything();
    expect(unhandled).toEqual([]);
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([]);
  });

  test('before it is sent is not sent', async () => {
    const { client, calls } = held(sharesMemory);
    await expect(client.call('count', null, { signal: AbortSignal.abort() })).rejects.toThrow(RpcError);
    await afterEverything();
    expect(calls).toEqual([]);
  });
});

test('a call that has ended keeps no listener on its signal, however it ended', async () => {
  const { signal } = new AbortController();
  const client = connected();
  expect(await client.call('save', 1, { signal })).toBe(1);
  const [near, far] = createPortPair();
  createRpcServer(
    far,
    () => Promise.reject(new Error('broken')),
    () => {},
  );
  await expect(createRpcClient(near).call('save', 1, { signal })).rejects.toThrow(RpcError);
  const open = held(false).client;
  const call = open.call('save', 1, { signal });
  open.close('the thread has ended');
  await expect(call).rejects.toThrow(RpcError);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a thread drops a call that was abandoned before its turn, without a message', async () => {
  const [near, far] = createPortPair();
  const served: string[] = [];
  const client = createRpcClient(near, () => {}, true);
  const stopping = new AbortController();
  const dropped = client.call('first', null, { signal: stopping.signal }).catch(() => 'dropped');
  const kept = client.call('second', null);
  stopping.abort();
  createRpcServer(
    far,
    async (name) => served.push(name),
    () => {},
  );
  expect(await Promise.all([dropped, kept])).toEqual(['dropped', 1]);
  expect(served).toEqual(['second']);
});
