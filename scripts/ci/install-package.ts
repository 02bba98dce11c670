/** Installs the package of this system as its users would, and checks what the installation left. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findInstalled } from './program.ts';
import { CannotRunError, lastLines, ROOT, runProgram, runStep, type CheckResult } from './report.ts';

const RELEASE = join(ROOT, 'release');

function findPackage(ending: string): string {
  const name = existsSync(RELEASE) ? readdirSync(RELEASE).find((file) => file.endsWith(ending)) : undefined;
  if (name === undefined)
    throw new CannotRunError(`there is no package *${ending} in release: npm run package -- --unsigned`);
  return join(RELEASE, name);
}

/** Installs with these commands, in their order. */
const INSTALLATIONS: Readonly<Record<string, () => readonly (readonly [string, ...string[]])[]>> = {
  linux: () => [['sudo', 'apt-get', 'install', '-y', findPackage('.deb')]],
  darwin: () => [
    ['hdiutil', 'attach', '-nobrowse', '-mountpoint', '/tmp/intray-dmg', findPackage('.dmg')],
    ['cp', '-R', '/tmp/intray-dmg/Intray.app', '/Applications/'],
    ['hdiutil', 'detach', '/tmp/intray-dmg'],
  ],
  win32: () => [[findPackage('-setup.exe'), '/S', '/currentuser']],
};

function checkLinux(): readonly CheckResult[] {
  const entry = '/usr/share/applications/intray.desktop';
  const helper = '/opt/Intray/chrome-sandbox';
  const profile = '/etc/apparmor.d/intray';
  const mode = existsSync(helper) ? (statSync(helper).mode & 0o7777).toString(8) : 'missing';
  return [
    { name: 'the desktop entry is there', problems: existsSync(entry) ? [] : [`${entry} is missing`] },
    {
      name: `Chromium's sandbox helper has its rights (${mode})`,
      problems: /^(4?755)$/.test(mode) ? [] : [mode],
    },
    {
      name: 'the AppArmor profile is installed where AppArmor is used',
      problems: existsSync('/etc/apparmor.d') && !existsSync(profile) ? [`${profile} is missing`] : [],
    },
    {
      name: 'the command "intray" leads to it',
      problems: existsSync('/usr/bin/intray') ? [] : ['/usr/bin/intray is missing'],
    },
  ];
}

function checkMac(): readonly CheckResult[] {
  const { code, stderr } = runProgram([
    'codesign',
    '--verify',
    '--deep',
    '--strict',
    '/Applications/Intray.app',
  ]);
  const signed = runProgram(['codesign', '-dv', '--verbose=4', '/Applications/Intray.app']).stderr;
  const archs = runProgram([
    'lipo',
    '-archs',
    '/Applications/Intray.app/Contents/MacOS/Intray',
  ]).stdout.trim();
  return [
    { name: 'the signature holds', problems: code === 0 ? [] : [lastLines(stderr, 3)] },
    {
      name: 'the hardened runtime is on',
      problems: /flags=.*runtime/.test(signed) ? [] : [lastLines(signed, 3)],
    },
    {
      name: `it is universal (${archs})`,
      problems: /x86_64/.test(archs) && /arm64/.test(archs) ? [] : [archs],
    },
  ];
}

await runStep('The package installs', async () => {
  const commands = INSTALLATIONS[process.platform]?.() ?? [];
  for (const command of commands) {
    const { code, stdout, stderr } = runProgram(command, { timeout: 600_000 });
    if (code !== 0)
      throw new Error(`${command[0]} ended with ${code}: ${lastLines(`${stdout}${stderr}`, 4)}`);
  }
  const program = findInstalled();
  const found = {
    name: `the program is at ${program ?? 'its place'}`,
    problems: program === null ? ['it is not there'] : [],
  };
  if (process.platform === 'linux') return [found, ...checkLinux()];
  return process.platform === 'darwin' ? [found, ...checkMac()] : [found];
});
