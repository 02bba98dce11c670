import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  buildContentSecurityPolicy,
  createPageResponder,
  type PageResponder,
  registerAppScheme,
  servePageToSession,
} from '#main/shell/protocol.ts';
import { hashReactAriaStyle, readReactAriaStyle } from '../../../scripts/build/press-style.ts';
import { resetElectron, FakeSession, lastAsk } from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);
afterEach(resetElectron);

const POLICY = buildContentSecurityPolicy(["'sha256-x'"]);
const SECRET = 'SECRET-OUTSIDE';
let folder = '';
let respond: PageResponder;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-page-'));
  const page = join(folder, 'page');
  mkdirSync(join(page, 'assets'), { recursive: true });
  writeFileSync(join(page, 'index.html'), '<!doctype html>');
  writeFileSync(join(page, 'assets/index-1a.js'), 'run()');
  writeFileSync(join(page, 'assets/notes.exe'), SECRET);
  writeFileSync(join(folder, 'secret.html'), SECRET);
  symlinkSync(join(folder, 'secret.html'), join(page, 'link.html'));
  respond = createPageResponder(page, POLICY);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the page policy', () => {
  it('allows the page’s own scripts and styles and nothing else', () => {
    expect(buildContentSecurityPolicy([])).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'none'; form-action 'none'; base-uri 'none'; frame-src 'none'; frame-ancestors 'none'; " +
        "object-src 'none'; worker-src 'self'; require-trusted-types-for 'script'; trusted-types pdf-worker",
    );
  });

  it('allows exactly the one style that React Aria adds to the page', () => {
    expect(readReactAriaStyle()).toMatch(
      /^@layer \{\s+\[data-react-aria-pressable\] \{\s+touch-action: [^;]+;/,
    );
    const hash = createHash('sha256').update(readReactAriaStyle()).digest('base64');
    expect(buildContentSecurityPolicy([hashReactAriaStyle()])).toContain(
      `style-src 'self' 'sha256-${hash}';`,
    );
  });
});

describe('the app scheme', () => {
  it('has the privileges of a page and no others', () => {
    registerAppScheme();
    expect(lastAsk('protocol.registerSchemesAsPrivileged')).toEqual([
      [{ scheme: 'app', privileges: { standard: true, secure: true } }],
    ]);
  });

  it('is registered with the given session', async () => {
    const session = new FakeSession();
    servePageToSession(session as unknown as Parameters<typeof servePageToSession>[0], respond); // records the members that are used
    const answer = await session.ask('protocol', { method: 'GET', url: 'app://intray/index.html' });
    expect((answer as Response).status).toBe(200);
  });
});

describe('a request of the page', () => {
  it.each([
    ['app://intray/index.html', 'text/html; charset=utf-8', '<!doctype html>'],
    ['app://intray/assets/index-1a.js', 'text/javascript; charset=utf-8', 'run()'],
    ['app://intray/index.html?x#y', 'text/html; charset=utf-8', '<!doctype html>'],
  ])('for %s gets the file, its type and the policy', async (address, type, body) => {
    const answer = await respond('GET', address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe(type);
    expect(await answer.text()).toBe(body);
  });

  it('has the policy and forbids content sniffing on every response, refusals too', async () => {
    for (const address of ['app://intray/index.html', 'app://intray/missing.html']) {
      const { headers } = await respond('GET', address);
      expect(headers.get('Content-Security-Policy')).toBe(POLICY);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
  });

  it.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'get', ''])('by %j is refused', async (method) => {
    expect((await respond(method, 'app://intray/index.html')).status).toBe(405);
  });

  const TRAPS = [
    'app://intray/..%2fsecret.html',
    'app://intray/../secret.html',
    'app://intray/%2e%2e/secret.html',
    'app://intray/%2e%2e%2fsecret.html',
    'app://intray/..%5csecret.html',
    'app://intray/..\\secret.html',
    'app://intray/assets/../../secret.html',
    'app://intray//index.html',
    'app://intray/./../page/../secret.html',
    'app://intray/index.html%00.js',
    'app://intray/%00',
    'app://intray/C:/windows/win.ini',
    'app://intray/C%3A%5Cwindows',
    'app://intray/etc/passwd',
    'app://intray//etc/passwd',
    'app://intray/link.html',
    'app://intray/assets',
    'app://intray/assets/',
    'app://intray/assets/notes.exe',
    'app://intray/',
    'app://intray',
    'app://evil/index.html',
    'app://intray.evil/index.html',
    'app://user@intray/index.html',
    'https://intray/index.html',
    'file:///etc/passwd',
    'index.html',
    '',
    `app://intray/${'a'.repeat(65_536)}`,
    `app://intray/${'../'.repeat(20_000)}secret.html`,
    'app://intray/constructor',
    'app://intray/__proto__',
  ];
  it.each(TRAPS)('finds nothing at %.60s', async (address) => {
    const answer = await respond('GET', address);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('');
  });

  it('finds nothing outside, for any path', async () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '%2e',
      '%2f',
      '%5c',
      '\\',
      '/',
      '//',
      '%00',
      'page',
      'secret.html',
      'link.html',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), async (pieces) => {
        const answer = await respond('GET', `app://intray/${pieces.join('')}`);
        expect(await answer.text()).not.toContain(SECRET);
      }),
    );
  });
});
