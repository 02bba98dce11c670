/**
 * The accessibility checks of every screen in every theme: `npm run test:a11y`. `npm test` makes the same
 * checks in the light theme.
 */
import { spawnSync } from 'node:child_process';
import { ensureSystemParts } from './system-parts.ts';

if (!ensureSystemParts(['chromium', 'xvfb'])) process.exit(1);
const { status: built } = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
if (built !== 0) process.exit(1);
const { status } = spawnSync('playwright', ['test', '--grep', 'accessibility checks'], {
  stdio: 'inherit',
  env: { ...process.env, INTRAY_THEMES: 'all' },
});
process.exitCode = status ?? 1;
