import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { protocol, type Session, session } from 'electron';
import { isAddressOfAppPage, APP_SCHEME } from './address.ts';
import { denyPermissionRequests } from './guards.ts';

/**
 * The permissions of the page: scripts and styles from its own bundle, and nothing else. It makes no
 * requests; all data come through the bridge.
 */
const DIRECTIVES: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'none'",
  'form-action': "'none'",
  'base-uri': "'none'",
  'frame-src': "'none'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
  'worker-src': "'self'",
  'require-trusted-types-for': "'script'",
  // The only policy creates the address of the worker that reads PDFs, and no other.
  'trusted-types': 'pdf-worker',
};

/**
 * Returns the Content-Security-Policy of every response of the `app` scheme.
 * @param styleHashes source expressions of the styles that libraries insert into the page at run time
 */
export function buildContentSecurityPolicy(styleHashes: readonly string[]): string {
  return Object.entries(DIRECTIVES)
    .map(([name, sources]) => [name, sources, ...(name === 'style-src' ? styleHashes : [])].join(' '))
    .join('; ');
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

interface PageFile {
  readonly file: string;
  readonly type: string;
}

/** Lists plain files of known types below a folder, by their path in an address. Links are left out. */
function listFiles(folder: string, path: string): readonly (readonly [string, PageFile])[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(file, `${path}${entry.name}/`);
    const type = TYPES[extname(entry.name)];
    return entry.isFile() && type !== undefined ? [[path + entry.name, { file, type }] as const] : [];
  });
}

/** Returns the response to one request of the page. Never rejects. */
export type PageResponder = (method: string, address: string) => Promise<Response>;

/**
 * Serves the page's bundle. The files are listed once, and an address is looked up in that list literally: no
 * path of a request ever reaches the file system, so none can leave the folder.
 * @param folder the page's bundle
 * @param policy the Content-Security-Policy of every response
 */
export function createPageResponder(folder: string, policy: string): PageResponder {
  const files: ReadonlyMap<string, PageFile> = new Map(listFiles(folder, '/'));
  const createResponse = (status: number, type: string, body: Uint8Array<ArrayBuffer> | null): Response =>
    new Response(body, {
      status,
      headers: {
        'Content-Type': type,
        'Content-Security-Policy': policy,
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
        'Cache-Control': 'no-store',
      },
    });
  const refuse = (status: number): Response => createResponse(status, 'text/plain; charset=utf-8', null);
  return async (method, address) => {
    if (method !== 'GET') return refuse(405);
    const found = isAddressOfAppPage(address) ? files.get(new URL(address).pathname) : undefined;
    if (found === undefined) return refuse(404);
    try {
      return createResponse(200, found.type, await readFile(found.file));
    } catch {
      return refuse(404);
    }
  };
}

/**
 * Registers the scheme; call it before the app is ready. The scheme has only the privileges that a page
 * needs: no fetch, no reading from other origins, no service workers, no bypass of the page's policy.
 */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true } },
  ]);
}

/** Serves the page's files to one session, for requests of the `app` scheme. */
export function servePageToSession(session: Session, respond: PageResponder): void {
  session.protocol.handle(APP_SCHEME, (request) => respond(request.method, request.url));
}

/** Creates the session of our windows: it exists in memory only, has no cache, and serves only our page. */
export function createWindowSession(respond: PageResponder): Session {
  const own = session.fromPartition('intray', { cache: false });
  denyPermissionRequests(own);
  servePageToSession(own, respond);
  return own;
}
