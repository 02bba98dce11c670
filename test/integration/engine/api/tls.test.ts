import { createSecureServer as createHttp2Server } from 'node:http2';
import { createServer as createSecureServer } from 'node:https';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Result } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import { DAY } from '#main/base/durations.ts';
import { createHttpClient, type HttpResponse, type HttpClientOptions } from '#main/engine/api/http.ts';
import { createRequisition, listRequisitions } from '#main/engine/api/requisitions.ts';
import { listen, type Loopback } from '../../../support/loopback.ts';
import { selfSigned, type Certificate } from './certificate.ts';

const NOW = Date.now();
const HOST = '127.0.0.1';
const CLINIC = 'records.clinic.test';
const order = { patient: 'user_1', type: 'lab', ordering_provider: 'user_2' } as const;
const opened: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(opened.splice(0).map((part) => part.close()));
});

async function serve(certificate: Certificate): Promise<Loopback> {
  const seen: string[] = [];
  const secure = createSecureServer({ ...certificate }, (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  const server = await listen(secure, 'https', seen);
  opened.push(server);
  return server;
}

function connect(
  baseUrl: string,
  options: Partial<HttpClientOptions> = {},
): ReturnType<typeof createHttpClient> {
  const tokens = { accessToken: 'TOK-1', jwt: 'JWT-1' };
  const http = createHttpClient({ baseUrl, tokens, clock: systemClock, ...options });
  opened.push(http);
  return http;
}

function list(baseUrl: string, options: Partial<HttpClientOptions> = {}): Promise<Result<HttpResponse>> {
  return listRequisitions(connect(baseUrl, options), {});
}

describe('a certificate', () => {
  test('that is trusted and matches is accepted', async () => {
    const certificate = selfSigned(HOST, NOW - DAY, NOW + DAY);
    const { origin } = await serve(certificate);
    expect((await list(origin, { trust: [certificate.cert] })).ok).toBe(true);
  });

  test.each([
    ['nobody signed', selfSigned(HOST, NOW - DAY, NOW + DAY), false],
    ['has expired', selfSigned(HOST, NOW - 2 * DAY, NOW - DAY), true],
    ['is not valid yet', selfSigned(HOST, NOW + DAY, NOW + 2 * DAY), true],
    ['names another host', selfSigned('records.example', NOW - DAY, NOW + DAY), true],
  ])('that %s is refused, and no request arrives', async (_name, certificate, isTrusted) => {
    const server = await serve(certificate);
    const answer = await list(server.origin, { trust: isTrusted ? [certificate.cert] : [] });
    expect(answer).toMatchObject({ ok: false, error: { code: 'certificate' } });
    expect(server.seen).toEqual([]);
  });

  test('is checked even if an environment variable tells Node not to', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const server = await serve(selfSigned(HOST, NOW - DAY, NOW + DAY));
    expect(await list(server.origin)).toMatchObject({ ok: false, error: { code: 'certificate' } });
    expect(server.seen).toEqual([]);
  });

  test('that is refused leaves nothing of a create behind', async () => {
    const { origin } = await serve(selfSigned(HOST, NOW - DAY, NOW + DAY));
    expect(await createRequisition(connect(origin), order)).toMatchObject({ ok: false, mayHaveLeft: false });
  });
});

test('a server that offers HTTP/2 is used over HTTP/1.1, where nothing is repeated', async () => {
  const certificate = selfSigned(HOST, NOW - DAY, NOW + DAY);
  const versions: string[] = [];
  const server = createHttp2Server({ ...certificate, allowHTTP1: true }, (request, response) => {
    versions.push(request.httpVersion);
    response.end('{}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  const http = connect(`https://${HOST}:${port}`, { trust: [certificate.cert] });
  expect((await listRequisitions(http, {})).ok).toBe(true);
  expect((await createRequisition(http, order)).ok).toBe(true);
  expect(versions).toEqual(['1.1', '1.1']);
  await http.close();
  server.close();
});

describe('a proxy', () => {
  /** Responds to CONNECT with `status`; tunnels end at `target`, whatever host was requested. */
  async function serveProxy(status: number, target: number, asked: string[]): Promise<string> {
    const proxy = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', (head) => {
        asked.push(head.toString());
        socket.write(`HTTP/1.1 ${status} Status\r\nContent-Length: 0\r\n\r\n`);
        if (status !== 200) return;
        const onward = createConnection(target, HOST, () => socket.pipe(onward).pipe(socket));
        onward.on('error', () => socket.destroy());
        socket.on('close', () => onward.destroy());
      });
    });
    await new Promise<void>((resolve) => {
      proxy.listen(0, HOST, resolve);
    });
    opened.push({ close: () => new Promise((resolve) => proxy.close(resolve)) });
    return `PROXY ${HOST}:${(proxy.address() as AddressInfo).port}; DIRECT`; // a TCP server that listens has one
  }

  test('is used as a tunnel: it learns the host and nothing else', async () => {
    const certificate = selfSigned(CLINIC, NOW - DAY, NOW + DAY);
    const server = await serve(certificate);
    const asked: string[] = [];
    const proxyRule = await serveProxy(200, Number(new URL(server.origin).port), asked);
    const http = connect(`https://${CLINIC}`, { proxyRule, trust: [certificate.cert] });
    expect((await listRequisitions(http, {})).ok).toBe(true);
    expect((await createRequisition(http, order)).ok).toBe(true);
    expect(server.seen).toEqual(['GET /v2/requisitions', 'POST /v2/requisitions']);
    expect(asked).toHaveLength(2);
    for (const head of asked) {
      expect(head).toMatch(/^CONNECT records\.clinic\.test:443 /);
      expect(head).not.toMatch(/TOK-1|JWT-1|requisitions/);
    }
  });

  test('that the system names later is used from then on', async () => {
    const certificate = selfSigned(CLINIC, NOW - DAY, NOW + DAY);
    const server = await serve(certificate);
    const asked: string[] = [];
    const http = connect(`https://${CLINIC}`, { trust: [certificate.cert] });
    http.setProxy(await serveProxy(200, Number(new URL(server.origin).port), asked));
    expect((await listRequisitions(http, {})).ok).toBe(true);
    expect(asked).toHaveLength(1);
  });

  test('cannot swap the certificate', async () => {
    const server = await serve(selfSigned(CLINIC, NOW - DAY, NOW + DAY));
    const proxyRule = await serveProxy(200, Number(new URL(server.origin).port), []);
    expect(await list(`https://${CLINIC}`, { proxyRule })).toMatchObject({
      ok: false,
      error: { code: 'certificate' },
    });
    expect(server.seen).toEqual([]);
  });

  test.each([
    [407, 'proxy-unsupported'],
    [403, 'offline'],
    [502, 'offline'],
  ])('that responds %i is %s, and no byte of a create was sent', async (status, code) => {
    const proxyRule = await serveProxy(status, 0, []);
    expect(await createRequisition(connect(`https://${CLINIC}`, { proxyRule }), order)).toMatchObject({
      ok: false,
      error: { code },
      mayHaveLeft: false,
    });
  });

  test.each(['SOCKS5 127.0.0.1:1080', 'SOCKS 127.0.0.1:1080', 'QUIC 127.0.0.1:1', 'PROXY', 'PROXY :::'])(
    'of an unsupported kind is named: %s',
    async (proxyRule) => {
      expect(await list('http://127.0.0.1:9', { proxyRule })).toMatchObject({
        ok: false,
        error: { code: 'proxy-unsupported' },
      });
    },
  );
});
