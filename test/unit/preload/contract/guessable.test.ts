import { describe, expect, it } from 'vitest';
import { findGuessablePattern } from '#contract/guessable.ts';
import { internalProcedures } from '#contract/internal-procedures.ts';
import { packScheduleProcedures } from '#contract/downtime-pack.ts';
import { pdfProcedures } from '#contract/pdf-procedures.ts';
import { passphraseSchema } from '#contract/transfer.ts';

describe('a secret that is easy to guess', () => {
  it.each([
    '1234567890',
    '9876543210',
    '5678901234',
    'abcdefghij',
    'XYZabcdefg',
    '1122334455',
    '١٢٣٤٥٦٧٨٩٠',
    'абвгдежзий',
  ])('%s is a row', (typed) => expect(findGuessablePattern(typed)).toBe('row'));

  it.each([
    '1111111111',
    '1212121212',
    '123123123123',
    'passwordpassword',
    'AbAbAbAbAb',
    '!!!!!!!!!!',
    'abcabcabca',
  ])('%s is a repetition', (typed) => expect(findGuessablePattern(typed)).toBe('repetition'));

  it.each(['', '1', '1234567891', 'abcdefghik', 'correct horse', 'Grüne Äpfel im März', '1234567890!'])(
    '%j is neither',
    (typed) => expect(findGuessablePattern(typed)).toBeNull(),
  );
});

describe('the password of a downtime pack', () => {
  const pack = { requisitions: [], password: 'a long password', suggestedName: 'pack.pdf' };
  const made = {
    pages: new Uint8Array(),
    requisitions: [],
    path: '/srv/pack.pdf',
    replaces: false,
    zone: 'UTC',
  };
  const schedule = { isOn: true, times: ['06:30'] };
  const accepts = {
    'pack.save': (password: string) => pdfProcedures['pack.save'].input.safeParse({ ...pack, password }),
    'packSchedule.set': (password: string) =>
      packScheduleProcedures['packSchedule.set'].input.safeParse({ ...schedule, password }),
    'pack.make': (password: string) => internalProcedures['pack.make'].input.safeParse({ ...made, password }),
  };

  it.each(Object.entries(accepts))('is refused by %s where it is a row or a repetition', (_name, parse) => {
    expect(parse('a long password').success).toBe(true);
    expect(parse('1234567890').success).toBe(false);
    expect(parse('abababababab').success).toBe(false);
  });

  it('stays in use where it is stored, so that no pack is missing, and opens export files that have it', () => {
    const stored = { ...made, password: '1234567890', isPasswordStored: true };
    expect(internalProcedures['pack.make'].input.safeParse(stored).success).toBe(true);
    expect(passphraseSchema.safeParse('1234567890').success).toBe(true);
  });
});
