import { mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { NEW_ORDER } from '../../support/builders.ts';
import { expectSuccess, openTestCommand } from '../../support/command.ts';
import { useCheapExports } from '../../support/cheap-exports.ts';

useCheapExports();

const PASSPHRASE = 'correct horse battery';

test('one change is called a change, and two are changes', async () => {
  const command = await openTestCommand({ seed: 3, requisitions: 2, forms: 1, notifications: 1 }, 'synced');
  const save = () =>
    command.run(['write', 'requisitions.create', `--data=${JSON.stringify(NEW_ORDER.data)}`]);
  const out = path.join(command.folder, 'unsent.intray-export');
  const exported = async (): Promise<string> =>
    expectSuccess(await command.run(['outbox', 'export', `--out=${out}`], { stdin: PASSPHRASE })).out;
  expectSuccess(await save());
  expect(await exported()).toContain('; 1 change in it is not on the service.');
  const refused = await command.run(['account', 'remove', '--yes']);
  expect(refused.err).toContain('(1 unsent change)');
  expectSuccess(await save());
  expect(await exported()).toContain('; 2 changes in it are not on the service.');
});

test('what is wrong with an argument is said in words, without the code of the check', async () => {
  const command = await openTestCommand({ seed: 3, requisitions: 2, forms: 1, notifications: 1 }, 'synced');
  const empty = await command.run(['directory', 'set', 'user_1', '']);
  expect(empty).toMatchObject({ code: 2, err: expect.stringContaining('name') as string });
  const odd = await command.run(['directory', 'set', '\u0007', 'Grace Marsh']);
  expect(odd.code).toBe(2);
  for (const { err } of [empty, odd]) expect(err).not.toMatch(/too_small|custom|invalid_/);
});

test('an export into a folder that does not exist, a way back without an upgrade, and a wipe of nothing are told in words', async () => {
  const command = await openTestCommand({ seed: 3, requisitions: 2, forms: 1, notifications: 1 }, 'synced');
  const out = path.join(command.folder, 'nowhere', 'unsent.intray-export');
  const nowhere = await command.run(['outbox', 'export', `--out=${out}`], { stdin: PASSPHRASE });
  expect(nowhere).toMatchObject({
    code: 6,
    err: expect.stringContaining('(the file or its folder does not exist)') as string,
  });
  const back = await command.run(['account', 'go-back', '--yes', '--without-export']);
  expect(back).toMatchObject({
    code: 1,
    err: 'intray: Not found: there is nothing to go back to, because this Intray opens the local store as it is.\n',
  });
  expectSuccess(await command.run(['wipe', '--yes']));
  expect(expectSuccess(await command.run(['wipe', '--yes'])).out).toBe(
    'There was no account on this computer.\n',
  );
});

test('a sign-in that fails says what to check, and nothing of records or of a sign-in that there never was', async () => {
  const command = await openTestCommand({ seed: 3, requisitions: 2, forms: 1, notifications: 1 });
  const add = (baseUrl: string, variables = {}) =>
    command.run(['account', 'add', `--base-url=${baseUrl}`], { variables });
  const refused = await add(command.clinic.baseUrl, { INTRAY_ACCESS_TOKEN: 'not-the-token' });
  expect(refused).toMatchObject({
    code: 3,
    err: expect.stringMatching(
      /^intray: The service does not accept these tokens\. Check both and try again\./,
    ) as string,
  });
  // Nothing listens on this port of the loopback interface.
  const unreached = await add('http://127.0.0.1:1');
  expect(unreached).toMatchObject({
    code: 4,
    err: expect.stringContaining('Check the base address and the network, then try again.') as string,
  });
  for (const { err } of [refused, unreached]) expect(err).not.toMatch(/stays readable|no longer/);
});

test('a file with tokens that names no user is what is wrong, not the account', async () => {
  const command = await openTestCommand({ seed: 3, requisitions: 2, forms: 1, notifications: 1 });
  const { accessToken, baseUrl } = command.clinic;
  const policyFile = path.join(command.folder, 'policy.json');
  const file = path.join(command.folder, 'tokens', userInfo().username, 'tokens.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(policyFile, JSON.stringify({ baseUrl, importTokens: true }));
  writeFileSync(file, JSON.stringify({ accessToken, jwt: 'opaque' }));
  expect(await command.run(['account', 'import'], { policyFile })).toMatchObject({
    code: 6,
    err: 'intray: The file with the tokens cannot be used. (it needs "userId", because the JWT names no user)\n',
  });
});
