import type { RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { DEFAULT_HTTP_LIMITS } from '#main/engine/api/http-types.ts';
import { readServiceClock } from '#main/engine/api/service-clock.ts';
import { startLoopback } from '../../../support/loopback.ts';
import { waitUntilPasses } from '../../../support/wait.ts';

const opened: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((part) => part.close()));
});

/** Starts a service that keeps a connection for ten minutes. */
async function serve(listener: RequestListener) {
  const server = await startLoopback(listener, { keepAliveTimeout: 600_000 });
  opened.push(server);
  const read = () =>
    readServiceClock({ origin: server.origin, proxyRule: 'DIRECT', limits: DEFAULT_HTTP_LIMITS });
  return { server, read };
}

test('a service says the time also where it refuses the request, which has no credentials', async () => {
  const headers: string[] = [];
  const { read } = await serve((request, response) => {
    headers.push(...Object.keys(request.headers));
    response.writeHead(401, { date: 'Sun, 01 Mar 2026 09:30:00 GMT' }).end('{"error":"unauthorised"}');
  });
  expect(await read()).toEqual({ ok: true, value: { serverTime: Date.UTC(2026, 2, 1, 9, 30) } });
  expect(headers).not.toContain('authorization');
  expect(headers).not.toContain('x-jwt');
});

test('a response without a readable date has no time', async () => {
  const { read } = await serve((_request, response) => {
    response.writeHead(200, { date: 'yesterday' }).end();
  });
  expect(await read()).toEqual({ ok: true, value: { serverTime: null } });
});

test('a question for the time leaves no connection to the service open', async () => {
  const { server, read } = await serve((_request, response) => {
    response.writeHead(204).end();
  });
  expect((await read()).ok).toBe(true);
  await waitUntilPasses(() => expect(server.countConnections()).toBe(0));
});
