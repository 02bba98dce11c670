import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLog, type Log } from '#main/base/log.ts';
import { UnsentCountFiles } from '#main/session/unsent-counts.ts';
import { useTemporaryFolder } from '../../support/temporary-folder.ts';

const folder = useTemporaryFolder();
const ACCOUNT = 'a'.repeat(16);

function openAccountFilesOffline() {
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (message) => void warnings.push(message) };
  mkdirSync(join(folder(), 'accounts', ACCOUNT), { recursive: true });
  return { files: new UnsentCountFiles({ dataDir: folder(), log }), warnings };
}
const getFile = (): string => join(folder(), 'accounts', ACCOUNT, 'unsent.json');

test('the number of unsent changes is known until it is removed; removing it again is no failure', () => {
  const { files, warnings } = openAccountFilesOffline();
  expect(files.read(ACCOUNT)).toBeNull();
  files.write(ACCOUNT, 3);
  expect(files.read(ACCOUNT)).toBe(3);
  files.remove(ACCOUNT);
  files.remove(ACCOUNT);
  expect(files.read(ACCOUNT)).toBeNull();
  expect(warnings).toEqual([]);
});

test.each([
  '',
  '{',
  '{"version":2,"unsent":1}',
  '{"version":1,"unsent":-1}',
  '{"version":1,"unsent":1,"more":1}',
])('a file that holds %j says no number', (text) => {
  const { files } = openAccountFilesOffline();
  writeFileSync(getFile(), text);
  expect(files.read(ACCOUNT)).toBeNull();
});

test('a number that cannot be saved is logged, and stops nothing', () => {
  const { files, warnings } = openAccountFilesOffline();
  mkdirSync(getFile());
  files.write(ACCOUNT, 3);
  expect(files.read(ACCOUNT)).toBeNull();
  expect(warnings).toHaveLength(1);
});
