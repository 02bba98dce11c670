import { localNameSchema } from '#contract/directory.ts';
import { err, ok, type Result } from '#contract/result.ts';

/**
 * A name as it is kept: one line, composed characters, no control characters. What gives the direction of writing stays.
 * @returns 'invalid-input' with 'no-name' where nothing is left, with 'name-too-long' over the contract's length
 */
export function storedName(text: string): Result<string> {
  const plain = text
    .toWellFormed()
    .replaceAll(/(?!\s)\p{Cc}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
  if (plain === '') return err('invalid-input', { detail: 'no-name' });
  return localNameSchema.safeParse(plain).success
    ? ok(plain)
    : err('invalid-input', { detail: 'name-too-long' });
}
