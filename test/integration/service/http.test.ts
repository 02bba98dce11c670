import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { Result } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import { createHttp, type Answer, type Http, type HttpOptions } from '#main/engine/service/http.ts';
import { HTTP_LIMITS } from '#main/engine/service/limits.ts';
import { createRequisition, listRequisitions, updateRequisition } from '#main/engine/service/requisitions.ts';
import { listen, startLoopback, type Loopback } from '../../support/loopback.ts';

const TOKENS = { accessToken: 'TOK-1', jwt: 'JWT-1' };
const QUICK = { ...HTTP_LIMITS, headersMs: 300, idleMs: 300, wholeMs: 1500, bodyBytes: 100_000 };
const opened: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((part) => part.close()));
});

async function serve(listener: RequestListener): Promise<Loopback> {
  const server = await startLoopback(listener);
  opened.push(server);
  return server;
}

function connect(baseUrl: string, options: Partial<HttpOptions> = {}): Http {
  const http = createHttp({ baseUrl, tokens: TOKENS, clock: systemClock, limits: QUICK, ...options });
  opened.push(http);
  return http;
}

function reply(response: ServerResponse, status: number, body: string | Buffer = '', headers = {}): void {
  response.writeHead(status, headers).end(body);
}

function errorOf(answer: Result<Answer>): object {
  if (answer.ok) throw new Error(`answered ${answer.value.status}`);
  return answer.error;
}

const list = (http: Http): Promise<Result<Answer>> => listRequisitions(http, { limit: 1 });
const order = { patient: 'user_1', type: 'lab', ordering_provider: 'user_2' } as const;

describe('a request', () => {
  test('carries both credentials, its query and nothing that was left out', async () => {
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
    'never follows a %i, and the other host hears nothing',
    async (status) => {
      const thief = await serve((_request, response) => reply(response, 200, '{}'));
      const server = await serve((_request, response) =>
        reply(response, status, '', { location: `${thief.origin}/steal` }),
      );
      expect(errorOf(await createRequisition(connect(server.origin), order))).toMatchObject({
        code: 'redirected',
      });
      expect(thief.seen).toEqual([]);
    },
  );

  test('is unpacked when the server packs it', async () => {
    const server = await serve((_request, response) =>
      reply(response, 200, gzipSync('{"a":1}'), { 'content-encoding': 'gzip' }),
    );
    const answer = await list(connect(server.origin));
    expect(answer.ok && new TextDecoder().decode(answer.value.bytes)).toBe('{"a":1}');
  });
});

describe('an answer that is no success', () => {
  test.each([
    [401, 'unauthorised'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [410, 'not-found'],
    [413, 'too-large'],
    [429, 'rate-limited'],
    [500, 'server-error'],
    [503, 'server-error'],
    [418, 'rejected'],
  ])('with status %i is %s', async (status, code) => {
    const server = await serve((_request, response) => reply(response, status));
    expect(errorOf(await list(connect(server.origin)))).toEqual({ code, detail: `HTTP ${status}` });
  });

  test.each([
    ['{"message":"patient is unknown"}', 'patient is unknown'],
    ['{"error":{"message":"no\\u0000such\\r\\npatient"}}', 'no such patient'],
    ['{"errors":[{"detail":"type is required"}]}', 'type is required'],
    ['{"errors":["one","two"]}', 'one'],
    ['{"reason":"x"}', undefined],
    ['<html><body>stack trace</body></html>', undefined],
    ['', undefined],
  ])('shows the words of %s', async (body, words) => {
    const server = await serve((_request, response) => reply(response, 422, body));
    expect(errorOf(await list(connect(server.origin)))).toHaveProperty('code', 'rejected');
    const answer = await list(connect(server.origin));
    expect(answer.ok ? null : answer.error.serverWords).toBe(words);
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

describe('a server in a mood', () => {
  test('that is not there is offline', async () => {
    const server = await startLoopback(() => {});
    await server.close();
    expect(errorOf(await list(connect(server.origin)))).toMatchObject({
      code: 'offline',
      detail: 'ECONNREFUSED',
    });
  });

  test('that never answers runs into the limit', async () => {
    const server = await serve(() => {});
    expect(errorOf(await list(connect(server.origin)))).toMatchObject({ code: 'timeout' });
  });

  test('that stalls inside a body runs into the limit', async () => {
    const server = await serve((_request, response) => void response.writeHead(200).write('{"object":'));
    expect(errorOf(await list(connect(server.origin)))).toMatchObject({ code: 'timeout' });
  });

  test('that trickles for ever runs into the limit of the whole', async () => {
    const server = await serve((_request, response) => {
      const drip = setInterval(() => response.write(' '), 50);
      response.writeHead(200).on('close', () => clearInterval(drip));
    });
    expect(errorOf(await list(connect(server.origin)))).toMatchObject({
      code: 'timeout',
      detail: 'whole request',
    });
  });

  test('that sends without end is cut', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200);
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
        if (!response.destroyed) response.once('drain', pour);
      };
      pour();
    });
    expect(errorOf(await list(connect(server.origin)))).toMatchObject({ code: 'too-large' });
  });

  test('that sends a small answer which swells is cut', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    expect(bomb.byteLength).toBeLessThan(QUICK.bodyBytes);
    const server = await serve((_request, response) =>
      reply(response, 200, bomb, { 'content-encoding': 'gzip' }),
    );
    expect(errorOf(await list(connect(server.origin)))).toMatchObject({ code: 'too-large' });
  });

  test('that packs in a way nobody asked for is not understood', async () => {
    const server = await serve((_request, response) =>
      reply(response, 200, 'xx', { 'content-encoding': 'zstd' }),
    );
    expect(errorOf(await list(connect(server.origin)))).toMatchObject({ code: 'bad-payload' });
  });

  test('that cuts a body short is offline', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"object":');
      setImmediate(() => response.destroy());
    });
    expect(errorOf(await list(connect(server.origin)))).toMatchObject({ code: 'offline' });
  });

  test('is left when the person cancels', async () => {
    const controller = new AbortController();
    const server = await serve(() => controller.abort());
    expect(errorOf(await listRequisitions(connect(server.origin), {}, controller.signal))).toEqual({
      code: 'cancelled',
    });
  });
});

describe('a write that must not happen twice', () => {
  test.each([
    ['a create', (http: Http) => createRequisition(http, order)],
    [
      'an update that asks for a review',
      (http: Http) => updateRequisition(http, 'req_1', { review: { reviewer: 'user_3' } }),
    ],
  ])('reaches the server once when %s loses its socket', async (_name, write) => {
    const server = await serve((request, response) => {
      if (request.method === 'GET') reply(response, 200, '{}');
      else request.socket.destroy();
    });
    const http = connect(server.origin);
    await list(http); // leaves a kept-alive socket behind
    expect(errorOf(await write(http))).toMatchObject({ code: 'offline' });
    expect(server.seen.filter((line) => line.startsWith('POST'))).toHaveLength(1);
  });
});

describe('the way to the service', () => {
  test('refuses a certificate that nobody signed, and takes one that is trusted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'intray-tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const request = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ];
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    execFileSync('openssl', [...request, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const pem = readFileSync(cert, 'utf8');
    const server = await listen(
      createSecureServer({ key: readFileSync(key), cert: pem }, (_request, response) =>
        reply(response, 200, '{}'),
      ),
      'https',
    );
    opened.push(server);
    rmSync(folder, { recursive: true });
    expect(errorOf(await list(connect(server.origin)))).toMatchObject({ code: 'certificate' });
    expect((await list(connect(server.origin, { trust: [pem] }))).ok).toBe(true);
  });

  test('leads through a proxy when the system says so', async () => {
    const asked: string[] = [];
    const proxy = createServer((socket) => {
      socket.once('data', (head) => {
        const [, host = '', port = ''] = /^CONNECT ([^:]+):(\d+)/.exec(head.toString()) ?? [];
        asked.push(`${host}:${port}`);
        const onward = createConnection(Number(port), host, () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n');
          socket.pipe(onward).pipe(socket);
        });
        for (const end of [socket, onward]) end.on('error', () => end.destroy());
      });
    });
    await new Promise<void>((resolve) => {
      proxy.listen(0, '127.0.0.1', resolve);
    });
    const { port } = proxy.address() as AddressInfo; // a TCP server that listens has one
    const server = await serve((_request, response) => reply(response, 200, '{}'));
    const http = connect(server.origin, { proxyRule: `PROXY 127.0.0.1:${port}; DIRECT` });
    expect((await list(http)).ok).toBe(true);
    expect(asked).toEqual([new URL(server.origin).host]);
    await http.close();
    proxy.close();
  });

  test.each(['SOCKS5 127.0.0.1:1080', 'QUIC 127.0.0.1:1', 'PROXY', 'PROXY :::'])(
    'says so when it cannot pass %s',
    async (proxyRule) => {
      const http = connect('http://127.0.0.1:9', { proxyRule });
      expect(errorOf(await list(http))).toMatchObject({ code: 'proxy-unsupported' });
    },
  );
});
