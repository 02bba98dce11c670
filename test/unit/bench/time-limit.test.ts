import { expect, it } from 'vitest';
import { describeOutcome, waitWithin } from '../../bench/window/time-limit.ts';

const J = { action: 'J', awaited: describeOutcome('selected') };

it('Work that never ends is given up, with the action and what was awaited', async () => {
  const never = new Promise<number>(() => {});
  await expect(waitWithin(never, 10, J)).rejects.toThrow(
    'J: waited 0.01 s in vain for another selected row in view',
  );
});

it('Work that ends in time has its value, and its own error', async () => {
  expect(await waitWithin(Promise.resolve(12), 60_000, J)).toBe(12);
  await expect(waitWithin(Promise.reject(new Error('closed')), 60_000, J)).rejects.toThrow('closed');
});

it('An awaited search is named with its text and with whether it finds something', () => {
  expect(describeOutcome({ found: 'without' })).toBe('rows with a mark for the search “without”');
  expect(describeOutcome({ nothingFor: 'zq' })).toBe('no row for the search “zq”');
});
