import { describe, expect, it } from 'vitest';
import { humanizeCode } from '#renderer/shared/labels.ts';

describe('a code of the service', () => {
  it('is made readable, and unchanged if it is not a code', () => {
    expect(humanizeCode('refill_request')).toBe('Refill request');
    expect(['', '__proto__', 'No-Show', 'a__b'].map(humanizeCode)).toEqual([
      '',
      '__proto__',
      'No-Show',
      'a__b',
    ]);
  });
});
