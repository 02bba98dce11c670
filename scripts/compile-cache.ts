import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** The entries of the threads and processes that the tests start most often. */
const ENTRIES = [
  'main/engine/worker.ts',
  'main/engine/cache/reader-thread.ts',
  'main/engine/cache/writer-thread.ts',
  'main/engine/local/thread.ts',
  'main/engine/access/store.ts',
  'main/engine/pdfs/store.ts',
  'main/cli/program.ts',
  'main/demo/server.ts',
];

/**
 * Shares one compile cache among all Node processes started from here. The tests start hundreds of processes
 * and threads; stripping the types in each would take half of their start time.
 */
export function shareCompileCache(): void {
  process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, '.cache/compiled');
}

/**
 * Vitest's global setup. Reads the sources once before a thread does: a thread that ends while it strips
 * types occasionally crashes V8.
 */
export function setup(): void {
  shareCompileCache();
  const imports = ENTRIES.map((entry) => `import('${join(ROOT, entry)}').catch(() => {})`).join(', ');
  // The threads' entry throws outside a thread; by then its imports have been read.
  spawnSync(process.execPath, ['--eval', `await Promise.all([${imports}])`, '--input-type=module']);
}
