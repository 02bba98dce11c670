/** The binaries of the keychain addon for both processors of macOS: npm installs the one of this computer only. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLines, ROOT, runProgram, runStep } from './report.ts';

const NAMES = ['@napi-rs/keyring-darwin-arm64', '@napi-rs/keyring-darwin-x64'];

await runStep('Addons for both processors of macOS', async () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>;
  }; // npm writes it
  const wanted = NAMES.map((name) => `${name}@${lock.packages[`node_modules/${name}`]?.version ?? ''}`);
  // Forced, because one of them is for another processor; not saved, because the lockfile has both.
  const { code, stderr } = runProgram(
    ['npm', 'install', '--no-save', '--force', '--ignore-scripts', ...wanted],
    {
      timeout: 300_000,
    },
  );
  const missing = NAMES.filter((name) => !existsSync(join(ROOT, 'node_modules', name, 'package.json')));
  return [
    {
      name: wanted.join(', '),
      problems: code === 0 ? missing : [`npm ended with ${code}: ${lastLines(stderr, 3)}`],
    },
  ];
});
