import { expect, onTestFinished, test } from 'vitest';
import type { Result } from '#contract/result.ts';
import { startDemoServer } from '#main/demo/server.ts';
import { openInput, temporaryFolder, unwrap } from '../support/engine.ts';
import { forkEngine, type EngineChild } from '../support/engine-process.ts';
import { howMuch } from './size.ts';

const ROUNDS = howMuch(2, 20);

test('of engines that start on one folder at the same moment one runs, and each of its writes reaches the service once', async () => {
  const folder = await temporaryFolder();
  const clinic = await startDemoServer({
    seed: 7,
    requisitions: 30,
    forms: 4,
    notifications: 6,
    patients: 5,
  });
  const children: EngineChild[] = [];
  onTestFinished(async () => {
    for (const child of children) await child.killHard();
    await clinic.close();
    await folder.remove();
  });
  const { baseUrl, accessToken, jwt, userId } = clinic;
  const work = async (child: EngineChild, name: string): Promise<Result<unknown>> => {
    const tokens = { accessToken, jwt };
    const opened = await child.call('engine.open', openInput(baseUrl, { tokens, userId }));
    if (!opened.ok) return opened;
    const data = { patient: 'user_p', type: 'lab', ordering_provider: 'user_d', name };
    unwrap(await child.call('outbox.save', { operation: 'requisitions.create', data }));
    return child.call('sync.run', {});
  };
  for (let round = 1; round <= ROUNDS; round++) {
    const pair = [forkEngine(folder.path), forkEngine(folder.path)];
    children.push(...pair);
    const answers = await Promise.all(pair.map((child) => work(child, `Order ${round}`)));
    const codes = answers.map((answer) => (answer.ok ? 'worked' : answer.error.code));
    expect(codes.toSorted()).toEqual(['held', 'worked']);
    // The running one is killed in every other round: its lock is free at once.
    const winner = pair[codes.indexOf('worked')];
    if (round % 2 === 0) await winner?.killHard();
    await Promise.all(pair.map((child) => child.letGo()));
  }
  const made = clinic.writeLog().map(({ body }) => (body as { name: string }).name); // creates alone were sent
  expect(made).toEqual(Array.from({ length: ROUNDS }, (_, index) => `Order ${index + 1}`));
}, 120_000);
