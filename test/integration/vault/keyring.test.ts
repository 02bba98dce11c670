import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findProgram } from '../../../scripts/system-parts.ts';

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

interface Ask {
  readonly steps: readonly string[];
  /** The home whose keyring is used; default: a new one. */
  readonly home?: string;
  readonly deadlineMs?: number;
}

/** Runs steps of the probe beside a real Secret Service in a state. */
function ask(state: string, { steps, home, deadlineMs }: Ask): Promise<readonly Answer[]> {
  const env = {
    ...process.env,
    ...(home === undefined ? {} : { KEYRING_HOME: home }),
    ...(deadlineMs === undefined ? {} : { PROBE_DEADLINE: String(deadlineMs) }),
  };
  return new Promise((resolve, reject) => {
    const child = spawn('bash', [WRAPPER, state, process.execPath, PROBE, ...steps], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const line = output.split('\n').find((text) => text.startsWith('['));
      if (line === undefined) reject(new Error(`the probe ended with ${code}`));
      else resolve(JSON.parse(line) as readonly Answer[]); // the probe prints results
    });
  });
}

const getStates = (answers: readonly Answer[]): readonly string[] => answers.map(({ state }) => state);

/** A home whose keyring contains tokens and a key. */
async function filledHome(): Promise<string> {
  const home = newHome();
  const answers = await ask('unlocked', { steps: ['saveTokens', 'saveKey'], home });
  expect(getStates(answers)).toEqual(['done', 'done']);
  return home;
}

describe.skipIf(missing.length > 0)(
  `the vault over a real keyring${missing.length > 0 ? ` (needs ${missing.join(', ')})` : ''}`,
  () => {
    test('keeps tokens and key, distinguishes absent from found, separates accounts, and removes them', async () => {
      const steps = [
        'tokens',
        'key',
        'saveTokens',
        'saveKey',
        'tokens',
        'key',
        'otherTokens',
        'forget',
        'tokens',
        'key',
      ];
      const answers = await ask('unlocked', { steps });
      expect(getStates(answers).join(' ')).toBe(
        'absent absent done done found found absent done absent absent',
      );
      expect(answers[4]?.value).toMatchObject({ accessToken: 'access', jwt: 'jwt' });
      expect(answers[5]?.value).toMatchObject({ key: 'ab'.repeat(32), cipher: 'aegis' });
    });

    test('keeps the generation marker of a local store, and removes it with the rest', async () => {
      const steps = ['mark', 'saveMark', 'saveMark', 'mark', 'forget', 'mark'];
      const answers = await ask('unlocked', { steps });
      expect(getStates(answers).join(' ')).toBe('absent done done found done absent');
      expect(answers[3]?.value).toEqual({ generation: 'ab'.repeat(8), number: 7, moves: 3 });
    });

    test('keeps tokens that are longer than one entry, from one session to the next', async () => {
      const home = newHome();
      const saved = await ask('unlocked', { steps: ['saveTokens', 'saveLong'], home });
      expect(getStates(saved)).toEqual(['done', 'done']);
      const [answer] = await ask('unlocked', { steps: ['tokens'], home });
      expect(answer).toMatchObject({ state: 'found', value: { accessToken: 'j'.repeat(16_384) } });
    });

    test.each([
      ['without a message bus', 'no-bus'],
      ['with the address of a bus that is gone', 'stale-bus'],
      ['without a provider', 'no-provider'],
      ['with a provider that nobody ever unlocked', 'never-unlocked'],
    ])('%s is unavailable: nothing is absent, stored or removed', async (_name, state) => {
      const answers = await ask(state, { steps: ['tokens', 'key', 'saveKey', 'saveTokens', 'forget'] });
      expect(getStates(answers)).toEqual(Array.from({ length: 5 }, () => 'unavailable'));
    });

    test('that stays locked says so, and keeps what it contains', async () => {
      const home = await filledHome();
      const steps = ['tokens', 'key', 'otherTokens', 'saveKey', 'saveTokens', 'forget'];
      const answers = await ask('wrong-password', { steps, home });
      expect(getStates(answers)).toEqual(steps.map(() => 'locked'));
      expect(getStates(await ask('unlocked', { steps: ['tokens', 'key'], home }))).toEqual([
        'found',
        'found',
      ]);
    });

    test('that is locked during a session says so', async () => {
      const answers = await ask('unlocked', {
        steps: ['saveKey', 'key', 'lock', 'key', 'otherTokens', 'saveKey'],
      });
      expect(getStates(answers)).toEqual(['done', 'found', 'done', 'locked', 'locked', 'locked']);
    });

    test('whose provider is killed never reports a secret as absent', async () => {
      const answers = await ask('unlocked', {
        steps: ['saveKey', 'killProvider', 'key', 'otherTokens', 'saveKey'],
      });
      const [, , ...after] = getStates(answers);
      after.forEach((state) => expect(['locked', 'unavailable']).toContain(state));
    });

    const noDisplay = findProgram(['xvfb-run']) === null;
    test.skipIf(noDisplay)(
      `whose unlock prompt gets no response ends at the deadline, every time${noDisplay ? ' (needs xvfb-run)' : ''}`,
      async () => {
        const home = await filledHome();
        const answers = await ask('prompt-open', { steps: ['key', 'tokens'], home, deadlineMs: 900 });
        expect(answers).toEqual([
          { state: 'locked', detail: 'no answer in 0.9 s' },
          { state: 'locked', detail: 'no answer in 0.9 s' },
        ]);
      },
    );
  },
);
