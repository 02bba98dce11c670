import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { get } from 'node:http';
import { getDelay, startSlowNetwork } from '../../bench/slow-network.ts';

const ONE_SEGMENT = 1_000;
const never = (): number => 0.999;

/** Returns these numbers in turn, then numbers that lose nothing. */
function inTurn(...numbers: readonly number[]): () => number {
  const left = [...numbers];
  return () => left.shift() ?? never();
}

it('A piece without a loss takes half of the latency', () => {
  expect(getDelay(100_000, { latency: 100, loss: 0.01 }, never)).toBe(50);
});

it('Segments that are lost together cost one more latency', () => {
  const delays = { latency: 100, loss: 0.01 };
  expect(getDelay(3 * ONE_SEGMENT, delays, inTurn(0, 0, never()))).toBe(150);
});

it('A segment that is lost again costs one more latency each time', () => {
  const delays = { latency: 100, loss: 0.01 };
  expect(getDelay(ONE_SEGMENT, delays, inTurn(0, 0, never()))).toBe(250);
});

it('Responses pass a slow network whole and in their order', async () => {
  const body = Array.from({ length: 20_000 }, (_none, n) => `line ${n}`).join('\n');
  const service = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo; // a listening server on a port
  const network = await startSlowNetwork(`http://127.0.0.1:${port}`, { latency: 4, loss: 0.2 }, Math.random);
  try {
    const text = await new Promise<string>((resolve, reject) => {
      get(network.baseUrl, { agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks).toString()));
      }).on('error', reject);
    });
    expect(text).toBe(body);
  } finally {
    await network.close();
    service.close();
  }
});
