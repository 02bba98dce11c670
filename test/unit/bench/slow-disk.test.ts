import { expect, test } from 'vitest';
import { takeSlowDiskOption } from '../../bench/slow-disk.ts';

test('the delay is taken out of the arguments, wherever it stands', () => {
  expect(takeSlowDiskOption(['writes', '--requisitions', '10'])).toEqual({
    delay: null,
    others: ['writes', '--requisitions', '10'],
  });
  expect(takeSlowDiskOption(['writes', '--slow-disk', '20', '--requisitions', '10'])).toEqual({
    delay: 20,
    others: ['writes', '--requisitions', '10'],
  });
  expect(takeSlowDiskOption(['--slow-disk', '0.5'])).toEqual({ delay: 0.5, others: [] });
});

test.each([['--slow-disk'], ['--slow-disk', '0'], ['--slow-disk', 'writes']])(
  '%j %j is refused',
  (...args) => {
    expect(() => takeSlowDiskOption(args)).toThrow('--slow-disk is followed by milliseconds');
  },
);
