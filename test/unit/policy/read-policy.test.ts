import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  policyFileContentSchema,
  POLICY_FOR_UNUSABLE_FILE,
  POLICY_WITHOUT_FILE,
  type PolicyStatus,
} from '#contract/policy.ts';
import { silentLog } from '#main/base/log.ts';
import { findPosixPolicyFileRightsProblem } from '#main/policy/posix-rights.ts';
import { saveLastGoodPolicy, readPolicy } from '#main/policy/read-policy.ts';
import { getPolicyFileAndRightsChecks, type PolicyFileAndRightsChecks } from '#main/policy/source.ts';

let folder = '';
let dataDir = '';
let source: PolicyFileAndRightsChecks = {
  file: '',
  findRightsProblem: () => null,
  findTokenProblem: () => null,
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-policy-'));
  dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  source = { file: join(folder, 'policy.json'), findRightsProblem: () => null, findTokenProblem: () => null };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the policy file, reads it as a start of the program does, and keeps it. */
function start(text?: string | Uint8Array): PolicyStatus {
  if (text !== undefined) writeFileSync(source.file, text);
  const status = readPolicy(source, dataDir);
  saveLastGoodPolicy(status, dataDir, silentLog);
  return status;
}

const NO_SAVING = '{"savePdfs":false,"updates":{"mode":"off"}}';

describe('the policy of a computer', () => {
  it('is nothing where there is no file', () => {
    expect(start()).toEqual({ policy: POLICY_WITHOUT_FILE, source: 'none', file: source.file, problems: [] });
  });

  it('is what the file says, and the usual values for the rest', () => {
    expect(start('{"baseUrl":"https://records.example.org/","notifications":"nothing"}')).toEqual({
      policy: { ...POLICY_WITHOUT_FILE, baseUrl: 'https://records.example.org', notifications: 'nothing' },
      source: 'file',
      file: source.file,
      problems: [],
    });
  });

  it('is the strictest for the lock, saving, printing, updates and PINs where the file is broken and was never good', () => {
    const { policy, source: from, problems } = start('{\n"savePdfs": tru\n}');
    expect(from).toBe('strict');
    expect(policy).toEqual(POLICY_FOR_UNUSABLE_FILE);
    expect(policy).toMatchObject({
      savePdfs: false,
      printPdfs: false,
      updates: { mode: 'off' },
      requirePin: true,
      lockAfterMinutes: 1,
    });
    expect(problems).toEqual([{ line: 2, reason: expect.stringContaining('not valid JSON') }]);
  });

  it('stays the last good one while the file is broken', () => {
    const { policy } = start(NO_SAVING);
    const broken = start('{');
    expect(broken.source).toBe('last-good');
    expect(broken.policy).toEqual(policy);
    expect(broken.problems).toHaveLength(1);
  });

  it.each([
    ['{"savePdfs":true}', null],
    ['{"updates":{"mode":"install"}}', { mode: 'install', channel: 'stable', feedUrl: null }],
    ['{"updates":{"mode":"off"}}', { mode: 'off', channel: 'stable', feedUrl: null }],
  ])('with %s fixes updates only where it speaks of them, as a kept copy too', (text, fixed) => {
    expect(start(text).policy.updates).toEqual(fixed);
    const broken = start('{');
    expect(broken.source).toBe('last-good');
    expect(broken.policy.updates).toEqual(fixed);
  });

  it('is kept once, and not written again while it stays the same', () => {
    start(NO_SAVING);
    const kept = join(dataDir, 'policy.last-good.json');
    const { ino } = statSync(kept);
    start(NO_SAVING);
    expect(statSync(kept).ino).toBe(ino);
    start('{"savePdfs":true}');
    expect(statSync(kept).ino).not.toBe(ino);
  });

  it('is forgotten once there is no file, so that a later broken one finds none', () => {
    start(NO_SAVING);
    rmSync(source.file);
    expect(start().source).toBe('none');
    expect(start('{').source).toBe('strict');
  });

  it('does not come back from a kept copy that is damaged', () => {
    start(NO_SAVING);
    writeFileSync(join(dataDir, 'policy.last-good.json'), '{"savePdfs":"yes"}');
    expect(start('{').source).toBe('strict');
  });

  it('applies where it cannot be kept', () => {
    const elsewhere = join(folder, 'file');
    writeFileSync(elsewhere, '');
    writeFileSync(source.file, NO_SAVING);
    const status = readPolicy(source, elsewhere);
    expect(() => saveLastGoodPolicy(status, elsewhere, silentLog)).not.toThrow();
    expect(status.policy.savePdfs).toBe(false);
  });

  it('is refused where others can write it', () => {
    source = { ...source, findRightsProblem: () => 'others can write it' };
    expect(start('{}')).toMatchObject({
      source: 'strict',
      problems: [{ line: null, reason: 'others can write it' }],
    });
  });

  it('is refused, not absent, where the program of the system that reads its rights is missing', () => {
    start(NO_SAVING);
    const findRightsProblem = (): string =>
      execFileSync(join(folder, 'powershell.exe'), { encoding: 'utf8' });
    source = { ...source, findRightsProblem };
    expect(start()).toMatchObject({
      source: 'last-good',
      policy: { savePdfs: false },
      problems: [{ reason: 'it or its access rights cannot be read (ENOENT)' }],
    });
    // The copy of the last good policy stays for the next start.
    expect(start().source).toBe('last-good');
    rmSync(source.file);
    expect(start().source).toBe('none');
  });

  it.each([
    ['UTF-16', Buffer.from('{}', 'utf16le'), /JSON|UTF-8/],
    ['bytes that are no text', new Uint8Array([0x7b, 0xff, 0x7d]), /UTF-8/],
    ['a file that is far too large', Buffer.alloc(64 * 1024 + 1, ' '), /larger than 64 KiB/],
  ])('is refused for %s', (_what, bytes, reason) => {
    expect(start(bytes).problems[0]?.reason).toMatch(reason);
  });

  it('is refused, not absent, where a folder or a broken link is in the place of the file', () => {
    symlinkSync(join(folder, 'nowhere'), source.file);
    source = { ...source, findRightsProblem: (file) => findPosixPolicyFileRightsProblem(file) };
    expect(start().source).toBe('strict');
    rmSync(source.file);
    mkdirSync(source.file);
    expect(start().source).toBe('strict');
  });

  it('is refused by its real rights in a folder that everybody can write', () => {
    chmodSync(folder, 0o777);
    source = { ...source, findRightsProblem: (file) => findPosixPolicyFileRightsProblem(file) };
    expect(start('{}')).toMatchObject({ source: 'strict', problems: [{ line: null }] });
  });
});

describe('the place of the policy', () => {
  it.each([
    ['linux', '/etc/intray/policy.json'],
    ['darwin', '/Library/Application Support/Intray/policy.json'],
    ['win32', 'C:\\ProgramData\\Intray\\policy.json'],
  ] as const)('on %s is %s', (platform, file) => {
    expect(getPolicyFileAndRightsChecks(platform, true, {}).file).toBe(file);
  });

  it('can be another one for developers and tests, and never in the packaged program', () => {
    const variables = {
      INTRAY_POLICY_FILE: '/tmp/policy.json',
      ProgramData: 'D:\\mine',
      ALLUSERSPROFILE: 'D:\\',
    };
    expect(getPolicyFileAndRightsChecks('linux', false, variables).file).toBe('/tmp/policy.json');
    expect(getPolicyFileAndRightsChecks('linux', true, variables).file).toBe('/etc/intray/policy.json');
    expect(getPolicyFileAndRightsChecks('win32', true, variables).file).toBe(
      'C:\\ProgramData\\Intray\\policy.json',
    );
  });
});

describe('the published schema', () => {
  it('is the one that Intray checks with', async () => {
    const schema = z.toJSONSchema(policyFileContentSchema, { io: 'input' });
    const text = `${JSON.stringify({ title: 'Policy of Intray', ...schema }, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot('../../../docs/policy.schema.json');
  });
});
