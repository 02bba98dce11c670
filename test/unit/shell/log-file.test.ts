import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLogFile } from '#main/shell/log-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the log file', () => {
  it('keeps lines in order', () => {
    const write = openLogFile(folder);
    write('one');
    write('two');
    expect(readFileSync(join(folder, 'intray.log'), 'utf8')).toBe('one\ntwo\n');
  });

  it.skipIf(process.platform === 'win32')('is accessible to the owner only, its folder too', () => {
    const logs = join(folder, 'logs');
    openLogFile(logs)('one');
    expect(statSync(logs).mode & 0o777).toBe(0o700);
    expect(statSync(join(logs, 'intray.log')).mode & 0o777).toBe(0o600);
  });

  it('is made with every folder above it that is missing', () => {
    const logs = join(folder, 'a', 'b', 'logs');
    openLogFile(logs)('one');
    expect(readFileSync(join(logs, 'intray.log'), 'utf8')).toBe('one\n');
  });

  it('continues after an earlier run', () => {
    openLogFile(folder)('one');
    openLogFile(folder)('two');
    expect(readFileSync(join(folder, 'intray.log'), 'utf8')).toBe('one\ntwo\n');
  });

  it('never grows beyond two files of a megabyte', () => {
    const write = openLogFile(folder);
    const line = 'x'.repeat(99_999);
    for (let count = 0; count < 50; count++) write(line);
    expect(readdirSync(folder).sort()).toEqual(['intray.1.log', 'intray.log']);
    const bytes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    expect(Math.max(...bytes)).toBeLessThanOrEqual(1_100_000);
  });

  it.each([
    ['continues a file of exactly a megabyte', 1_000_000, ['intray.log']],
    ['puts a larger one aside', 1_000_001, ['intray.1.log', 'intray.log']],
  ])('%s', (_what, size, files) => {
    writeFileSync(join(folder, 'intray.log'), 'x'.repeat(size));
    openLogFile(folder)('one');
    expect(readdirSync(folder).sort()).toEqual(files);
  });

  it('drops a line rather than stop the app if it cannot write', () => {
    const blocked = join(folder, 'file');
    writeFileSync(blocked, '');
    chmodSync(blocked, 0o400);
    const write = openLogFile(blocked);
    expect(() => write('one')).not.toThrow();
  });
});
