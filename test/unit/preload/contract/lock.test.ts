import { expect, test } from 'vitest';
import { findPinProblem } from '#contract/lock.ts';

test.each([
  ['271828', null],
  ['000001', null],
  ['123457', null],
  ['9'.repeat(31) + '8', null],
  ['12345', 'too-short'],
  ['', 'too-short'],
  ['1'.repeat(33), 'too-long'],
  ['12345a', 'not-digits'],
  ['١٢٣٤٥٦', 'not-digits'],
  ['123456', 'row'],
  ['654321', 'row'],
  ['789012', 'row'],
  ['112233', 'row'],
  ['332211', 'row'],
  ['999000', 'row'],
  ['112234', null],
  ['112244', null],
  ['111111', 'repetition'],
  ['121212', 'repetition'],
  ['123123', 'repetition'],
  ['1231231', 'repetition'],
  ['12341234', 'repetition'],
])('%s as a PIN: %s', (pin, problem) => {
  expect(findPinProblem(pin)).toBe(problem);
});
