import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { Result } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import {
  createHttpClient,
  type HttpResponse,
  type HttpClient,
  type HttpClientOptions,
} from '#main/engine/api/http.ts';
import { DEFAULT_HTTP_LIMITS } from '#main/engine/api/http-types.ts';
import { createRequisition, listRequisitions, updateRequisition } from '#main/engine/api/requisitions.ts';
import { startLoopback, type Loopback } from '../../../support/loopback.ts';

const TOKENS = { accessToken: 'TOK-1', jwt: 'JWT-1' };
const QUICK = { ...DEFAULT_HTTP_LIMITS, headersMs: 300, idleMs: 300, wholeMs: 1500, bodyBytes: 100_000 };
const opened: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((part) => part.close()));
});

async function serve(listener: RequestListener): Promise<Loopback> {
  const server = await startLoopback(listener);
  opened.push(server);
  return server;
}

function connect(baseUrl: string, options: Partial<HttpClientOptions> = {}): HttpClient {
  const http = createHttpClient({ baseUrl, tokens: TOKENS, clock: systemClock, limits: QUICK, ...options });
  opened.push(http);
  return http;
}

function reply(response: ServerResponse, status: number, body: string | Buffer = '', headers = {}): void {
  response.writeHead(status, headers).end(body);
}

/** Writes until the other side closes the connection. */
function pour(response: ServerResponse): void {
  while (!response.destroyed && response.write('x'.repeat(16_384)));
  if (!response.destroyed) response.once('drain', () => pour(response));
}

function getError(answer: Result<HttpResponse>): object {
  if (answer.ok) throw new Error(`answered ${answer.value.status}`);
  return answer.error;
}

const list = (http: HttpClient): Promise<Result<HttpResponse>> => listRequisitions(http, { limit: 1 });
const order = { patient: 'user_1', type: 'lab', ordering_provider: 'user_2' } as const;

describe('a request', () => {
  test('made just before the proxy rule changes arrives', async () => {
    const server = await serve((_request, response) => reply(response, 200, '{}'));
    const http = connect(server.origin, { proxyRule: 'DIRECT' });
    const answers = [list(http)];
    http.setProxy('DIRECT; PROXY 10.0.0.1:3128');
    answers.push(list(http));
    http.setProxy('DIRECT');
    expect((await Promise.all(answers)).map(({ ok }) => ok)).toEqual([true, true]);
  });

  test('made just before the client is closed is cancelled, and closing ends', async () => {
    const server = await serve((_request, response) => reply(response, 200, '{}'));
    const http = connect(server.origin);
    const answer = list(http);
    await http.close();
    expect(getError(await answer)).toMatchObject({ code: 'cancelled' });
  });

  test('is tried again after a rule that names no usable proxy', async () => {
    const server = await serve((_request, response) => reply(response, 200, '{}'));
    const http = connect(server.origin, { proxyRule: 'SOCKS 10.0.0.1:1080' });
    expect(getError(await list(http))).toMatchObject({ code: 'proxy-unsupported' });
    http.setProxy('DIRECT');
    expect((await list(http)).ok).toBe(true);
  });

  test('carries both credentials, its query and nothing that was omitted', async () => {
    let seen: IncomingMessage['headers'] = {};
    const server = await serve((request, response) => {
      seen = request.headers;
      reply(response, 200, '{}', { etag: '"7"', date: 'Sun, 01 Mar 2026 09:30:00 GMT' });
    });
    const answer = await listRequisitions(connect(server.origin), { limit: 50, search: 'a&b=é' });
    expect(answer).toMatchObject({
      ok: true,
      value: { status: 200, etag: '"7"', serverTime: Date.UTC(2026, 2, 1, 9, 30) },
    });
    expect(seen).toMatchObject({ authorization: 'Bearer TOK-1', 'x-jwt': 'JWT-1' });
    expect(server.seen).toEqual(['GET /v2/requisitions?limit=50&search=a%26b%3D%C3%A9']);
  });

  test('uses renewed tokens from then on', async () => {
    const authorizations: unknown[] = [];
    const server = await serve((request, response) => {
      authorizations.push(request.headers.authorization);
      reply(response, 200, '{}');
    });
    const http = connect(server.origin);
    await list(http);
    http.setTokens({ accessToken: 'TOK-2', jwt: 'JWT-2' });
    await list(http);
    expect(authorizations).toEqual(['Bearer TOK-1', 'Bearer TOK-2']);
  });

  test.each([301, 302, 303, 307, 308])(
    'never follows a %i, and the other host receives nothing',
    async (status) => {
      const thief = await serve((_request, response) => reply(response, 200, '{}'));
      const server = await serve((_request, response) =>
        reply(response, status, '', { location: `${thief.origin}/steal` }),
      );
      expect(getError(await createRequisition(connect(server.origin), order))).toMatchObject({
        code: 'redirected',
      });
      expect(thief.seen).toEqual([]);
    },
  );

  test('is decompressed when the server compresses it', async () => {
    const server = await serve((_request, response) =>
      reply(response, 200, gzipSync('{"a":1}'), { 'content-encoding': 'gzip' }),
    );
    const answer = await list(connect(server.origin));
    expect(answer.ok && new TextDecoder().decode(answer.value.bytes)).toBe('{"a":1}');
  });
});

describe('an error response', () => {
  test.each([
    [401, 'unauthorised'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [410, 'not-found'],
    [413, 'rejected'],
    [429, 'rate-limited'],
    [500, 'server-error'],
    [503, 'server-error'],
    [418, 'rejected'],
  ])('with status %i is %s', async (status, code) => {
    const server = await serve((_request, response) => reply(response, status));
    expect(getError(await list(connect(server.origin)))).toEqual({ code, detail: `HTTP ${status}` });
  });

  test.each([
    ['{"message":"patient is unknown"}', 'patient is unknown'],
    ['{"error":{"message":"no\\u0000such\\r\\npatient"}}', 'no such patient'],
    ['{"errors":[{"detail":"type is required"}]}', 'type is required'],
    ['{"errors":["one","two"]}', 'one; two'],
    ['<html><body>stack trace</body></html>', undefined],
    ['', undefined],
  ])('shows the message of %s', async (body, words) => {
    const server = await serve((_request, response) => reply(response, 422, body));
    const answer = await list(connect(server.origin));
    expect(answer.ok ? null : answer.error).toEqual({
      code: 'rejected',
      detail: 'HTTP 422',
      ...(words === undefined ? {} : { serverWords: words }),
    });
  });

  test.each([
    [401, 'unauthorised'],
    [422, 'rejected'],
    [503, 'server-error'],
  ])('with status %i is recognised by it, however long the body is', async (status, code) => {
    const server = await serve((_request, response) => {
      response.writeHead(status);
      pour(response);
    });
    expect(getError(await list(connect(server.origin)))).toMatchObject({ code, detail: `HTTP ${status}` });
  });

  test.each([
    ['120', 120_000],
    ['Sun, 01 Mar 2026 09:31:00 GMT', 60_000],
    ['1000000000', 300_000],
    ['-5', undefined],
    ['soon', undefined],
    ['Sun, 01 Mar 2026 09:29:00 GMT', undefined],
  ])('with Retry-After %s asks to wait %s', async (header, waitMs) => {
    const date = 'Sun, 01 Mar 2026 09:30:00 GMT';
    const server = await serve((_request, response) =>
      reply(response, 429, '', { 'retry-after': header, date }),
    );
    const answer = await list(connect(server.origin));
    expect(answer.ok ? null : answer.error.waitMs).toBe(waitMs);
  });
});

describe('a misbehaving server', () => {
  test('that is not reachable is offline', async () => {
    const server = await startLoopback(() => {});
    await server.close();
    expect(getError(await list(connect(server.origin)))).toMatchObject({
      code: 'offline',
      detail: 'ECONNREFUSED',
    });
  });

  test('that never responds times out', async () => {
    const server = await serve(() => {});
    expect(getError(await list(connect(server.origin)))).toMatchObject({ code: 'timeout' });
  });

  test('that stalls inside a body times out', async () => {
    const server = await serve((_request, response) => void response.writeHead(200).write('{"object":'));
    expect(getError(await list(connect(server.origin)))).toMatchObject({ code: 'timeout' });
  });

  test('that trickles permanently exceeds the limit of the whole response', async () => {
    const server = await serve((_request, response) => {
      const drip = setInterval(() => response.write(' '), 50);
      response.writeHead(200).on('close', () => clearInterval(drip));
    });
    expect(getError(await list(connect(server.origin)))).toMatchObject({
      code: 'timeout',
      detail: 'whole request',
    });
  });

  test('that sends without end is cut', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200);
      pour(response);
    });
    expect(getError(await list(connect(server.origin)))).toMatchObject({ code: 'too-large' });
  });

  test('that sends a small response which expands is cut', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    expect(bomb.byteLength).toBeLessThan(QUICK.bodyBytes);
    const server = await serve((_request, response) =>
      reply(response, 200, bomb, { 'content-encoding': 'gzip' }),
    );
    expect(getError(await list(connect(server.origin)))).toMatchObject({ code: 'too-large' });
  });

  test.each([
    ['', 'an empty answer'],
    [' \r\n', 'an empty answer'],
    ['\ufeff\n <!doctype html><p>Sign in to the network</p>', 'a page instead of an answer'],
  ])('that says 200 and sends %j is not understood', async (body, detail) => {
    const server = await serve((_request, response) => reply(response, 200, body));
    expect(getError(await list(connect(server.origin)))).toEqual({ code: 'bad-payload', detail });
  });

  test('with an invalid compression is not understood', async () => {
    const server = await serve((_request, response) =>
      reply(response, 200, '{"object":"list"}', { 'content-encoding': 'gzip' }),
    );
    expect(getError(await list(connect(server.origin)))).toMatchObject({ code: 'bad-payload' });
  });

  test('with an unrequested compression is not understood', async () => {
    const server = await serve((_request, response) =>
      reply(response, 200, 'xx', { 'content-encoding': 'zstd' }),
    );
    expect(getError(await list(connect(server.origin)))).toMatchObject({ code: 'bad-payload' });
  });

  test('that cuts a body short is offline', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"object":');
      setImmediate(() => response.destroy());
    });
    expect(getError(await list(connect(server.origin)))).toMatchObject({ code: 'offline' });
  });

  test('is cancelled by the user', async () => {
    const controller = new AbortController();
    const server = await serve(() => controller.abort());
    expect(getError(await listRequisitions(connect(server.origin), {}, controller.signal))).toEqual({
      code: 'cancelled',
    });
  });

  test('is cancelled when the account is closed, and receives nothing afterwards', async () => {
    const arrived = Promise.withResolvers<void>();
    const server = await serve(() => arrived.resolve());
    const http = connect(server.origin);
    const [read, write] = [list(http), createRequisition(http, order)];
    await arrived.promise;
    await http.close();
    expect([getError(await read), getError(await write)]).toEqual([
      { code: 'cancelled' },
      { code: 'cancelled' },
    ]);
    server.seen.splice(0);
    expect(getError(await list(http))).toEqual({ code: 'cancelled' });
    expect(getError(await createRequisition(http, order))).toEqual({ code: 'cancelled' });
    expect(server.seen).toEqual([]);
  });

  test('for a PDF is answered until the account is closed, and not sent afterwards', async () => {
    const server = await serve((_request, response) => reply(response, 200, '%PDF-1.7\n%%EOF'));
    const http = connect(server.origin);
    const download = {
      url: new URL('/a.pdf', server.origin),
      signal: new AbortController().signal,
      onSize: () => {},
      onChunk: async () => {},
    };
    expect(await http.download(download)).toMatchObject({ ok: true });
    await http.close();
    server.seen.splice(0);
    expect(await http.download(download)).toEqual({ ok: false, error: { code: 'cancelled' } });
    expect(server.seen).toEqual([]);
  });

  test('never receives a token that could forge a header', async () => {
    const server = await serve((_request, response) => reply(response, 200, '{}'));
    const http = connect(server.origin, { tokens: { accessToken: 'a\r\nx-admin: 1', jwt: 'JWT-1' } });
    const error = getError(await list(http));
    expect(error).toMatchObject({ code: 'internal' });
    expect(JSON.stringify(error)).not.toContain('x-admin');
    expect(server.seen).toEqual([]);
  });
});

describe('a once-only change', () => {
  test.each([
    ['a create', (http: HttpClient) => createRequisition(http, order)],
    [
      'an update that asks for a review',
      (http: HttpClient) => updateRequisition(http, 'req_1', { review: { reviewer: 'user_3' } }),
    ],
  ])('reaches the server once when %s loses its socket', async (_name, write) => {
    const server = await serve((request, response) => {
      if (request.method === 'GET') reply(response, 200, '{}');
      else request.socket.destroy();
    });
    const http = connect(server.origin);
    await list(http); // leaves a kept-alive socket behind
    expect(await write(http)).toMatchObject({ ok: false, error: { code: 'offline' }, mayHaveLeft: true });
    expect(server.seen.filter((line) => line.startsWith('POST'))).toHaveLength(1);
  });

  test('has certainly not been sent when nothing listens', async () => {
    const server = await startLoopback(() => {});
    await server.close();
    expect(await createRequisition(connect(server.origin), order)).toMatchObject({
      ok: false,
      error: { code: 'offline' },
      mayHaveLeft: false,
    });
  });

  test('has certainly not been sent when the host name is unknown', async () => {
    // RFC 2606: no such name is ever registered.
    expect(await createRequisition(connect('http://clinic.invalid'), order)).toMatchObject({
      ok: false,
      error: { code: 'offline' },
      mayHaveLeft: false,
    });
  });
});
