import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPosixTokenFileRightsProblem, type PosixFileStats } from '#main/policy/posix-rights.ts';
import { getTokenFile } from '#main/policy/token-file.ts';
import { findWindowsTokenFileRightsProblem, readUserSid } from '#main/policy/windows-rights.ts';
import { policyOf } from '../../support/policy.ts';

const ALLOWED = policyOf({ importTokens: true, baseUrl: 'https://records.example.org' });
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-tokens-'));
  mkdirSync(join(folder, 'tokens', 'mary'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The file of mary below the test's folder, with this content. */
function open(content?: string, problem: string | null = null, userName = 'mary') {
  if (content !== undefined) writeFileSync(join(folder, 'tokens', 'mary', 'tokens.json'), content);
  const source = {
    file: join(folder, 'policy.json'),
    findRightsProblem: () => null,
    findTokenProblem: () => problem,
  };
  return getTokenFile(source, ALLOWED, userName);
}

describe('the file with the tokens of a user', () => {
  it('does not exist for a policy that does not allow it, nor for a name that leads elsewhere', () => {
    const source = {
      file: '/etc/intray/policy.json',
      findRightsProblem: () => null,
      findTokenProblem: () => null,
    };
    expect(getTokenFile(source, policyOf({}), 'mary')).toBeNull();
    for (const name of ['..', '.', '', '../root', 'a/b', 'a\\b', 'c:'])
      expect(open(undefined, null, name)).toBeNull();
  });

  it('is read, and removed when it is asked to be', () => {
    const file = open('{"accessToken":"Bearer TOK","jwt":"JWT","userId":"user_1"}');
    expect(file?.read()).toEqual({ ok: true, value: { accessToken: 'TOK', jwt: 'JWT', userId: 'user_1' } });
    expect(file?.remove()).toMatchObject({ ok: true });
    expect(existsSync(file?.path ?? '')).toBe(false);
    expect(file?.read()).toEqual({ ok: true, value: null });
    expect(file?.remove()).toMatchObject({ ok: false, error: { code: 'storage-read-only' } });
  });

  it.each([
    ['another user could read it', '{"accessToken":"TOK","jwt":"JWT"}', 'it is open', 'policy-refused'],
    ['it is no JSON', 'TOK-1', null, 'file-unreadable'],
    ['it says more than it may', '{"accessToken":"TOK-1","jwt":"JWT","admin":true}', null, 'file-unreadable'],
    ['it is far too large', ' '.repeat(70_000), null, 'file-unreadable'],
  ])('is not imported where %s, and no value is named', (_what, content, problem, code) => {
    const read = open(content, problem)?.read();
    expect(read).toMatchObject({ ok: false, error: { code } });
    expect(JSON.stringify(read)).not.toContain('TOK-1');
  });
});

it('tokens are not called missing where the program of the system that reads the rights of their file is missing', () => {
  open('{"accessToken":"TOK","jwt":"JWT"}');
  const findTokenProblem = (): string => execFileSync(join(folder, 'powershell.exe'), { encoding: 'utf8' });
  const source = { file: join(folder, 'policy.json'), findRightsProblem: () => null, findTokenProblem };
  expect(getTokenFile(source, ALLOWED, 'mary')?.read()).toMatchObject({
    ok: false,
    error: { code: 'file-unreadable', detail: 'ENOENT' },
  });
});

const FILE = '/etc/intray/tokens/mary/tokens.json';
const OWN: Readonly<Record<string, Partial<PosixFileStats>>> = {
  [FILE]: { uid: 1000, mode: 0o100_600, isFile: () => true, isDirectory: () => false },
  '/etc/intray/tokens/mary': { uid: 1000, mode: 0o40_700 },
};

function find(path = '', changed: Partial<PosixFileStats> = {}): string | null {
  return findPosixTokenFileRightsProblem(FILE, 1000, (asked) => ({
    uid: 0,
    mode: 0o40_755,
    isFile: () => false,
    isDirectory: () => true,
    ...OWN[asked],
    ...(asked === path ? changed : {}),
  }));
}

describe('the rights of that file on Linux and macOS', () => {
  it('are fine where file and folder are of the user alone, below folders of root', () => {
    expect(find()).toBeNull();
  });

  it.each([
    ['its group can read it', FILE, { mode: 0o100_640 }, 'open to others'],
    ['it belongs to another user', FILE, { uid: 1001 }, 'does not belong to this user'],
    ['it is a link', FILE, { isFile: () => false }, 'links are not followed'],
    ['others can look into its folder', '/etc/intray/tokens/mary', { mode: 0o40_755 }, 'open to others'],
    [
      'others can make folders beside it',
      '/etc/intray/tokens',
      { mode: 0o40_777 },
      '/etc/intray/tokens can be',
    ],
  ])('are not where %s', (_what, path, changed, reason) => {
    expect(find(path, changed)).toContain(reason);
  });
});

const MARY = 'S-1-5-21-1004336348-1177238915-682003330-1001';
const FOLDER = `O:BAG:DUD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1301bf;;;${MARY})`;

describe('the rights of that file on Windows', () => {
  const look = (ofFile: string): string | null =>
    findWindowsTokenFileRightsProblem(
      'C:\\ProgramData\\Intray\\tokens\\mary\\tokens.json',
      () => [FOLDER, ofFile],
      MARY,
    );

  it('are fine where only the user and administrators can read it', () => {
    expect(look(`O:BAG:DUD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1301bf;;;${MARY})`)).toBeNull();
  });

  it('are not where users can read it', () => {
    expect(look('O:BAG:DUD:AI(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)')).toContain('BU can read or change it');
  });

  it('are judged for the user that the system names', () => {
    const run = (program: string): string => {
      expect(program).toBe('C:\\Windows\\System32\\whoami.exe');
      return `"clinic\\mary","${MARY}"\r\n`;
    };
    expect(readUserSid('C:\\Windows', run)).toBe(MARY);
    expect(() => readUserSid('C:\\Windows', () => 'ERROR')).toThrow('whoami');
  });
});
