import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '#main/demo/server.ts';
import { temporaryFolder } from '../../support/engine.ts';
import { getError, intray, variablesFor, type Ended } from './command.ts';

let sandbox: Sandbox;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  sandbox = await startSandbox({ seed: 3, requisitions: 4, forms: 1, notifications: 1 });
  folder = await temporaryFolder();
});
afterEach(async () => {
  await sandbox.close();
  await folder.remove();
});

function run(words: readonly string[], jwt?: string): Promise<Ended> {
  const variables = { ...variablesFor(sandbox), ...(jwt === undefined ? {} : { INTRAY_JWT: jwt }) };
  return intray([...words, '--json', '--data-dir', folder.path], { variables });
}
const add = (...more: readonly string[]): Promise<Ended> =>
  run(['account', 'add', '--base-url', sandbox.baseUrl, ...more]);
const BERT = `e30.${Buffer.from('{"sub":"user_bert"}').toString('base64url')}.sig`;

test('tokens that name another user than --user add no account', async () => {
  const ended = await add('--user', 'user_bert');
  expect([ended.code, getError(ended).code]).toEqual([3, 'another-user']);
});

test('tokens of another user open no account: nothing is shown and nothing is sent', async () => {
  await add();
  const requests = sandbox.writeLog().length;
  for (const words of [['sync'], ['list', 'requisitions'], ['status']]) {
    const ended = await run(words, BERT);
    expect([ended.code, getError(ended).code, ended.out]).toEqual([3, 'another-user', '']);
  }
  expect(sandbox.writeLog()).toHaveLength(requests);
});

test('tokens without a user have to be confirmed by name', async () => {
  await add();
  const opaque = 'opaque';
  const refused = await run(['status'], opaque);
  expect([refused.code, getError(refused).code]).toEqual([3, 'user-unconfirmed']);
  const ends = async (...words: readonly string[]): Promise<number> =>
    (await run(['account', 'confirm', ...words], opaque)).code;
  expect(await ends()).toBe(2);
  expect(await ends('--user', 'user_bert')).toBe(3);
  expect(await ends('--user', sandbox.userId)).toBe(0);
  expect((await run(['status'], opaque)).code).toBe(0);
  expect((await run(['status'], 'opaque-2')).code).toBe(3);
});

test('a folder of another program is refused and stays as it is', async () => {
  mkdirSync(join(folder.path, 'runs', 'experiment'), { recursive: true });
  writeFileSync(join(folder.path, 'runs', 'experiment', 'result'), 'x');
  const ended = await run(['status']);
  expect([ended.code, getError(ended).code]).toEqual([6, 'foreign-folder']);
  expect(readdirSync(folder.path)).toEqual(['runs']);
  expect(readdirSync(join(folder.path, 'runs', 'experiment'))).toEqual(['result']);
});
