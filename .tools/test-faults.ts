/**
 * The whole fault suites: every mood of a server with several seeds, a thousand kills, hundreds of interleavings. `npm test` takes a
 * sample of them. Loopback only, and every loop is bounded.
 */
import { spawnSync } from 'node:child_process';

const started = performance.now();
const { status } = spawnSync('vitest', ['run', 'test/faults', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, INTRAY_FAULTS: 'all' },
});
process.stdout.write(`fault suites took ${Math.round((performance.now() - started) / 1000)} s\n`);
process.exitCode = status ?? 1;
