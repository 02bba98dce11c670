import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findProgram } from '../../../.tools/system-parts.ts';

const ROOT = join(import.meta.dirname, '../../..');
const WRAPPER = join(ROOT, 'test/support/with-keyring.sh');
const PROBE = join(ROOT, 'test/support/keychain-probe.ts');
const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter(
  (program) => findProgram([program]) === null,
);
const homes: string[] = [];

interface Answer {
  readonly state: string;
  readonly value?: unknown;
}

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'intray-keyring-'));
  homes.push(home);
  return home;
}

afterAll(() => homes.forEach((home) => rmSync(home, { recursive: true, force: true })));

/** Runs steps against a real Secret Service in a state. */
function ask(
  state: string,
  steps: readonly string[],
  extra: Readonly<Record<string, string>> = {},
): Promise<readonly Answer[]> {
  const { wrap, ...variables } = { wrap: '', ...extra };
  const command = [...(wrap === '' ? [] : wrap.split(' ')), process.execPath, PROBE, ...steps];
  return new Promise((resolve, reject) => {
    const child = spawn('bash', [WRAPPER, state, ...command], {
      cwd: ROOT,
      env: { ...process.env, ...variables },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const line = output.split('\n').find((text) => text.startsWith('['));
      if (line === undefined) reject(new Error(`the probe ended with ${code}`));
      else resolve(JSON.parse(line) as readonly Answer[]); // the probe prints answers
    });
  });
}

const statesOf = (answers: readonly Answer[]): readonly string[] => answers.map(({ state }) => state);

describe.skipIf(missing.length > 0)(
  `the vault over a real keyring${missing.length > 0 ? ` (needs ${missing.join(', ')})` : ''}`,
  () => {
    test('keeps tokens and key, tells absent from found, and keeps accounts apart', async () => {
      const steps = ['tokens', 'key', 'saveTokens', 'saveKey', 'tokens', 'key', 'otherTokens'];
      const answers = await ask('unlocked', steps);
      expect(statesOf(answers)).toEqual(['absent', 'absent', 'found', 'found', 'found', 'found', 'absent']);
      expect(answers[4]?.value).toEqual({ accessToken: 'access', jwt: 'jwt' });
      expect(answers[5]?.value).toBe('ab'.repeat(32));
    });

    test('keeps tokens that are longer than one entry, across sessions', async () => {
      const KEYRING_HOME = newHome();
      expect(statesOf(await ask('unlocked', ['saveTokens', 'saveLong'], { KEYRING_HOME }))).toEqual([
        'found',
        'found',
      ]);
      const [answer] = await ask('unlocked', ['tokens'], { KEYRING_HOME });
      expect(answer).toMatchObject({ state: 'found', value: { accessToken: 'j'.repeat(16_384) } });
    });

    test.each([
      ['without a message bus', 'no-bus', 'unavailable'],
      ['with the address of a bus that is gone', 'stale-bus', 'unavailable'],
      ['without a provider', 'no-provider', 'unavailable'],
      ['with a provider that nobody unlocked', 'never-unlocked', 'locked'],
    ])('%s says so, and never that a secret is absent or kept', async (_name, state, expected) => {
      expect(statesOf(await ask(state, ['tokens', 'key', 'saveKey']))).toEqual([
        expected,
        expected,
        expected,
      ]);
    });

    test('with a locked keyring that holds secrets says locked', async () => {
      const KEYRING_HOME = newHome();
      await ask('unlocked', ['saveTokens', 'saveKey'], { KEYRING_HOME });
      expect(statesOf(await ask('wrong-password', ['tokens', 'key', 'saveKey'], { KEYRING_HOME }))).toEqual([
        'locked',
        'locked',
        'locked',
      ]);
    });

    const noDisplay = findProgram(['xvfb-run']) === null;
    test.skipIf(noDisplay)(
      `whose unlock prompt nobody answers is left at the deadline${noDisplay ? ' (needs xvfb-run)' : ''}`,
      async () => {
        const KEYRING_HOME = newHome();
        await ask('unlocked', ['saveKey'], { KEYRING_HOME });
        const answers = await ask('wrong-password', ['key'], {
          KEYRING_HOME,
          PROBE_DEADLINE: '700',
          wrap: 'xvfb-run -a',
        });
        expect(statesOf(answers)).toEqual(['locked']);
      },
    );
  },
);
