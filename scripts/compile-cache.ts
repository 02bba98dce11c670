import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** What threads and processes of the tests begin with. */
const ENTRIES = ['main/engine/worker.ts', 'main/cli/program.ts', 'main/demo/server.ts'];

/**
 * Lets every Node that is started from here keep what it made of the TypeScript that it read. Hundreds of processes and threads
 * are started by the tests: each would strip the types anew, which takes half of its start.
 */
export function keepCompiled(): void {
  process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, '.cache/compiled');
}

/** Vitest's own: reads the sources once before a thread does: one that is ended while it strips types takes V8 with it now and then. */
export function setup(): void {
  keepCompiled();
  const imports = ENTRIES.map((entry) => `import('${join(ROOT, entry)}').catch(() => {})`).join(', ');
  // The threads' entry refuses to be anything else; by then all that it needs has been read.
  spawnSync(process.execPath, ['--eval', `await Promise.all([${imports}])`, '--input-type=module']);
}
