import { describe, expect, it } from 'vitest';
import { findSaslprepProblem, prepareBySaslprep } from '#contract/saslprep.ts';

describe('a password that is prepared by SASLprep', () => {
  // The examples of RFC 4013, section 3, and what keyboards of other systems type.
  it.each([
    ['I\u00adX', 'IX', 'a soft hyphen is left out'],
    ['user', 'user', 'letters stay'],
    ['USER', 'USER', 'capital letters stay'],
    ['\u00aa', 'a', 'a raised letter is the plain one'],
    ['\u2168', 'IX', 'a Roman numeral is its letters'],
    ['A\u0308pfel', '\u00c4pfel', 'a letter and its accent are one'],
    ['ein\u00a0Wort', 'ein Wort', 'a space that breaks no line is a space'],
    ['\u{ff11}\u{ff12}', '12', 'wide digits are digits'],
    ['a\ufeffb\u200cc', 'abc', 'joiners and marks of the order of bytes are left out'],
  ])('%j is %j: %s', (typed, prepared) => {
    expect(prepareBySaslprep(typed)).toBe(prepared);
    expect(findSaslprepProblem(typed)).toBeNull();
  });

  it.each([
    ['\u0007', 'a control character'],
    ['a\u202eb', 'a mark that turns the direction of writing'],
    ['a\ue000', 'a private character'],
    ['a\ufffd', 'the sign for a character that could not be read'],
    ['\u{1f600}', 'an emoji'],
    ['\u0221', 'a letter that Unicode 3.2 does not have'],
    ['\u{e007f}', 'a tag'],
    ['\u{1fffe}', 'no character'],
    ['\ud800', 'half of a character'],
  ])('%j is refused: %s', (typed) => {
    expect(findSaslprepProblem(`a${typed}b`)).toBe('character');
  });

  it.each([
    ['\u0627\u0031', 'directions'],
    ['\u0031\u0627', 'directions'],
    ['\u0627b\u0628', 'directions'],
    ['b\u05d0', 'directions'],
    ['\u0627\u0031\u0628', null],
    ['\u05d0 \u05d1', null],
    ['\u0627\u0631', null],
    ['abc 1', null],
  ])('%j with letters from right to left: %s', (typed, problem) => {
    expect(findSaslprepProblem(typed)).toBe(problem);
  });
});
