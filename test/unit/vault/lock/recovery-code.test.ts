import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createRecoverySecret,
  formatRecoveryCode,
  parseRecoveryCode,
} from '#main/vault/lock/recovery-code.ts';

const secrets = fc.uint8Array({ minLength: 16, maxLength: 16 });

test('a code is seven groups of four characters that are not misread', () => {
  expect(formatRecoveryCode(createRecoverySecret())).toMatch(
    /^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/,
  );
});

test('a code is read in any case, with any blanks, and with the letters that look like digits', () => {
  fc.assert(
    fc.property(secrets, (secret) => {
      const typed = formatRecoveryCode(secret)
        .toLowerCase()
        .replaceAll('-', ' – ')
        .replaceAll('0', 'o')
        .replaceAll('1', 'l');
      expect(parseRecoveryCode(` ${typed}\n`)).toEqual({ ok: true, value: Buffer.from(secret) });
    }),
  );
});

test('a mistyped character is noticed before anything is tried', () => {
  const code = formatRecoveryCode(Buffer.alloc(16, 7));
  const mistyped = Array.from(code, (character, index) => {
    const other = character === '2' ? '3' : '2';
    return character === '-' ? null : `${code.slice(0, index)}${other}${code.slice(index + 1)}`;
  });
  for (const text of mistyped.filter((each) => each !== null))
    expect(parseRecoveryCode(text)).toMatchObject({
      error: { code: 'wrong-recovery-code', detail: 'mistyped' },
    });
});

test.each(['', 'ABCD', `${formatRecoveryCode(Buffer.alloc(16))}0`, 'U'.repeat(28)])(
  '"%s" is no code',
  (text) => {
    expect(parseRecoveryCode(text)).toMatchObject({ error: { detail: 'mistyped' } });
  },
);
