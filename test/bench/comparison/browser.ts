/** Measures a database that runs in a page of the stand-in's browser. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { build } from 'vite';
import { findChromium } from '../../../scripts/system-parts.ts';
import { listProcesses } from '../../e2e/process-memory.ts';
import { readResidentMemory } from '../window/usage.ts';
import { PEERS_FOLDER } from './adapters/packages.ts';
import { listPageFiles } from './data.ts';
import type { ComparisonPage } from './page.ts';
import type { Phase, RunnerResult } from './phases.ts';

/** The address of the page. Nothing listens there: its files are served by the browser's owner. */
const ORIGIN = 'http://localhost/';
const ENTRY = 'comparison-entry';
const BYTES_PER_MB = 1e6;
/** Where the browser keeps the databases of pages, in the folder of its profile. */
export const INDEXED_DB_FOLDER = 'Default/IndexedDB';

/** Bundles the module of a page, whose packages are those of the peers. */
async function bundle(source: string): Promise<string> {
  const built = await build({
    root: PEERS_FOLDER,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: ENTRY,
        enforce: 'pre',
        resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : null),
        load: (id) => (id === `\0${ENTRY}` ? source : null),
      },
    ],
    build: { write: false, minify: false, modulePreload: false, rolldownOptions: { input: ENTRY } },
  });
  const [output] = [built].flat();
  if (output === undefined || !('output' in output)) throw new Error('the page was not bundled');
  return output.output[0].code;
}

async function serve(page: Page, module: string, data: string): Promise<void> {
  await page.route(`${ORIGIN}**`, async (route) => {
    const name = new URL(route.request().url()).pathname;
    if (name === '/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
    if (name === '/module.js') return route.fulfill({ contentType: 'text/javascript', body: module });
    if (!name.startsWith('/data/')) return route.fulfill({ status: 404 });
    return route.fulfill({ body: readFileSync(path.join(data, name.slice('/data/'.length))) });
  });
  await page.goto(ORIGIN);
}

/** Returns the resident memory of the browser's processes in bytes; null where the system does not tell. */
async function readBrowserBytes(context: BrowserContext, page: Page): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  const others = listProcesses(process.pid).filter(({ pid }) => pid !== process.pid);
  return others.reduce((sum, { pid }) => sum + (readResidentMemory(pid) || 0), 0) * BYTES_PER_MB;
}

type Served = { readonly comparison: ComparisonPage };

/**
 * Runs parts of the job in a page.
 * @param source the module of the page, which calls `servePage`
 * @param folder the profile of the browser
 * @param data where `writeComparisonData` has written
 */
export async function runInBrowser(
  source: string,
  phases: readonly Phase[],
  { folder, data }: { readonly folder: string; readonly data: string },
): Promise<RunnerResult> {
  const executablePath = findChromium('headless') ?? '';
  const context = await chromium.launchPersistentContext(folder, { executablePath, args: ['--disable-gpu'] });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    page.setDefaultTimeout(0);
    await serve(page, await bundle(source), data);
    const before = await readBrowserBytes(context, page);
    await page.addScriptTag({ url: '/module.js', type: 'module' });
    const isTimed = phases[0] === 'read';
    // The module has made `comparison`.
    let result = await page.evaluate(
      (isTimed) => (globalThis as unknown as Served).comparison.open(isTimed),
      isTimed,
    );
    const after = await readBrowserBytes(context, page);
    if (isTimed && before !== null && after !== null) result = { ...result, memoryBytes: after - before };
    for (const phase of phases) {
      const names = {
        pages: phase === 'ingest' ? listPageFiles(data, 'pages') : [],
        updates: phase === 'update' ? listPageFiles(data, 'updates') : [],
      };
      const measured = await page.evaluate(
        ([phase, names]) => (globalThis as unknown as Served).comparison.run(phase, names), // as above
        [phase, names] as const,
      );
      result = { ...result, ...measured };
    }
    await page.evaluate(() => (globalThis as unknown as Served).comparison.close()); // as above
    return result;
  } finally {
    await context.close();
  }
}
