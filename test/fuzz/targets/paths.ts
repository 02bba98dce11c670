import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertHolds, type FuzzTarget } from '../target.ts';

// The shell's file imports `electron`, which is absent here; serving a page uses nothing of it.
const EMPTY_MODULE = `data:text/javascript,export const ${['app', 'protocol', 'session', 'shell', 'net']
  .map((name) => `${name} = {}`)
  .join(', ')};`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: EMPTY_MODULE, shortCircuit: true } : next(specifier, context),
});

/** Addresses of the page's scheme: only the bundle's own files are served. */
export async function createTarget(): Promise<FuzzTarget> {
  const { createPageResponder } = await import('#main/shell/protocol.ts');
  const folder = mkdtempSync(join(tmpdir(), 'intray-fuzz-'));
  const page = join(folder, 'page');
  mkdirSync(join(page, 'assets'), { recursive: true });
  writeFileSync(join(page, 'index.html'), 'PAGE');
  writeFileSync(join(page, 'assets/a.js'), 'PAGE');
  writeFileSync(join(folder, 'secret.html'), 'SECRET');
  const respond = createPageResponder(page, "default-src 'none'");
  return {
    seeds: ['app://intray/index.html', 'app://intray/assets/a.js', 'app://intray/assets/../../secret.html'],
    tokens: [
      '..',
      '%2e%2e',
      '%2f',
      '\\',
      '//',
      'app:',
      'file:',
      '@',
      ':0',
      '?',
      '#',
      'INTRAY',
      'secret.html',
      '%5c',
    ],
    run: async (input) => {
      const response = await respond('GET', Buffer.from(input).toString());
      const text = await response.text();
      assertHolds(text === 'PAGE' || (text === '' && response.status >= 400), 'only own files are served');
      assertHolds(response.headers.get('Content-Security-Policy') !== null, 'every response has the policy');
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
