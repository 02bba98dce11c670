import { expect, test } from 'vitest';
import { supervise } from '../fuzz/supervise.ts';
import { TARGETS } from '../fuzz/target.ts';

const order = { seed: 1, seconds: 0 };

test.for([...TARGETS])('%s handles its seeds, and every input that failed once', async ([target, module]) => {
  const outcome = await supervise({ ...order, target, module: module.href });
  expect(outcome).toMatchObject({ kind: 'passed', error: '' });
  expect(outcome.runs).toBeGreaterThan(0);
});

test.for([
  ['hang', 'hung', 'processor time'],
  ['exit', 'crashed', ''],
  ['throw', 'failed', 'it broke'],
  ['reject', 'failed', 'a rejection was not handled'],
] as const)(
  'a target that has the defect %s fails, and its input is known',
  async ([defect, kind, error]) => {
    const module = new URL(`../support/broken-fuzz-target.ts?${defect}`, import.meta.url).href;
    const outcome = await supervise({ ...order, target: 'broken', module });
    expect(outcome).toMatchObject({ kind, error: expect.stringContaining(error) });
    expect(Buffer.from(outcome.input ?? []).toString()).toBe('bad');
  },
);

test('inputs are made until the time is over', async () => {
  const [target, module] = [...TARGETS].find(([name]) => name === 'names') ?? [];
  const outcome = await supervise({ ...order, seconds: 1, target: String(target), module: String(module) });
  expect(outcome.runs).toBeGreaterThan(10);
});
