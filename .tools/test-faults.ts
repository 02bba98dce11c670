/**
 * The whole fault suites: every mood of a server with several seeds, a thousand kills, hundreds of interleavings. `npm test` takes a
 * sample of them. Loopback only, and every loop is bounded. The engine's threads run as they are shipped: Node strips the types
 * of thousands of short threads with a WebAssembly module that does not survive so many of them.
 */
import { spawnSync } from 'node:child_process';

const { status: built } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
if (built !== 0) process.exit(1);
const started = performance.now();
const { status } = spawnSync('vitest', ['run', 'test/faults', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, INTRAY_FAULTS: 'all', INTRAY_WORKER: 'built' },
});
process.stdout.write(`fault suites took ${Math.round((performance.now() - started) / 1000)} s\n`);
process.exitCode = status ?? 1;
