import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { DemoServer } from '#main/demo/server.ts';
import {
  getError,
  intray,
  type CommandResult,
  openTestCommand,
  type TestCommand,
} from '../../support/command.ts';

let command: TestCommand;
let clinic: DemoServer;
beforeEach(async () => {
  command = await openTestCommand({ seed: 3, requisitions: 4, forms: 1, notifications: 1 });
  ({ clinic } = command);
});

function run(words: readonly string[], jwt?: string): Promise<CommandResult> {
  return command.run([...words, '--json'], { variables: jwt === undefined ? {} : { INTRAY_JWT: jwt } });
}
const add = (...more: readonly string[]): Promise<CommandResult> =>
  run(['account', 'add', '--base-url', clinic.baseUrl, ...more]);
const BERT = `e30.${Buffer.from('{"sub":"user_bert"}').toString('base64url')}.sig`;

test('tokens that name another user than --user add no account', async () => {
  const ended = await add('--user', 'user_bert');
  expect([ended.code, getError(ended).code]).toEqual([3, 'another-user']);
});

test('tokens of another user open no account: nothing is shown and nothing is sent', async () => {
  await add();
  const requests = clinic.writeLog().length;
  for (const words of [['sync'], ['list', 'requisitions'], ['status']]) {
    const ended = await run(words, BERT);
    expect([ended.code, getError(ended).code, ended.out]).toEqual([3, 'another-user', '']);
  }
  expect(clinic.writeLog()).toHaveLength(requests);
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
  expect(await ends('--user', clinic.userId)).toBe(0);
  expect((await run(['status'], opaque)).code).toBe(0);
  expect((await run(['status'], 'opaque-2')).code).toBe(3);
});

test.skipIf(process.platform === 'win32')('a folder that others may write to is refused', async () => {
  await add();
  chmodSync(command.dataDir, 0o777);
  const ended = await run(['status']);
  expect([ended.code, getError(ended).code]).toEqual([6, 'unsafe-folder']);
});

test('a file in place of the data folder is called a file, by the name that was typed', async () => {
  const taken = join(command.folder, 'taken');
  writeFileSync(taken, 'mine');
  for (const place of [taken, join(taken, 'data')]) {
    const ended = await intray(['status', `--data-dir=${place}`]);
    expect([ended.code, ended.err]).toEqual([
      6,
      `intray: What was chosen as the data folder is a file, or inside of one. Choose a folder. (--data-dir: ${place})\n`,
    ]);
  }
});

test('a folder of another program is refused and stays as it is', async () => {
  mkdirSync(join(command.dataDir, 'runs', 'experiment'), { recursive: true });
  writeFileSync(join(command.dataDir, 'runs', 'experiment', 'result'), 'x');
  const ended = await run(['status']);
  expect([ended.code, getError(ended).code]).toEqual([6, 'foreign-folder']);
  expect(readdirSync(command.dataDir)).toEqual(['runs']);
  expect(readdirSync(join(command.dataDir, 'runs', 'experiment'))).toEqual(['result']);
});
