import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { getError, openTestCommand, expectSuccess } from '../../support/command.ts';
import { useCheapExports } from '../../support/cheap-exports.ts';

useCheapExports();

const PASSPHRASE = 'correct horse battery';

async function withSecretFile() {
  const command = await openTestCommand({ seed: 3, requisitions: 2, forms: 1, notifications: 1 }, 'synced');
  const secret = path.join(command.folder, 'passphrase.txt');
  writeFileSync(secret, `${PASSPHRASE}\n`, { mode: 0o600 });
  return { command, secret, out: path.join(command.folder, 'unsent.intray-export') };
}

test('a passphrase is taken from a file, not from stdin, and the file is deleted on request', async () => {
  const { command, secret, out } = await withSecretFile();
  const options = [`--secret-file=${secret}`, '--delete-secret-file'];
  const stdin = 'another passphrase\n';
  expectSuccess(await command.run(['outbox', 'export', `--out=${out}`, ...options], { stdin }));
  expect(existsSync(secret)).toBe(false);
  expectSuccess(await command.run(['outbox', 'import', out], { stdin: PASSPHRASE }));
});

test('a wipe takes the passphrase of its exports from a file', async () => {
  const { command, secret, out } = await withSecretFile();
  const options = [`--export=${out}`, `--secret-file=${secret}`, '--delete-secret-file'];
  const ended = await command.run(['wipe', '--yes', ...options]);
  expect(ended.err).toMatch(/^intray: exported, read back and compared: \S+\n$/);
  expect(ended.code).toBe(0);
  expect(existsSync(secret)).toBe(false);
});

test('a command that asks for no secret takes no such file, and a deletion needs one', async () => {
  const { command, secret, out } = await withSecretFile();
  const status = await command.run(['status', `--secret-file=${secret}`, '--json']);
  expect({ code: status.code, error: getError(status).code }).toEqual({ code: 2, error: 'invalid-input' });
  const alone = await command.run(['outbox', 'export', `--out=${out}`, '--delete-secret-file', '--json']);
  expect(getError(alone).detail).toBe('expected --secret-file=FILE');
});
