import { mkdirSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NEW_ORDER, testDesk } from '../../support/desk.ts';
import { temporaryFolder } from '../../support/engine.ts';

test('what is committed is said to be saved, though how far the file has come cannot be noted beside it', async () => {
  const folder = await temporaryFolder();
  const desk = testDesk(folder.path);
  onTestFinished(async () => {
    desk.store.close();
    await folder.remove();
  });
  const obstacle = path.join(folder.path, 'desk.mark.new');
  mkdirSync(obstacle);
  const { number } = desk.save(NEW_ORDER);
  expect(desk.told).toHaveLength(1);
  desk.leave(number);
  expect(desk.one(number).state).toBe('sending');
  desk.store.close();
  rmdirSync(obstacle);
  const again = testDesk(folder.path, { seed: 2 });
  onTestFinished(() => void again.store.close());
  expect(again.all()).toMatchObject([{ number, state: 'uncertain' }]);
});
