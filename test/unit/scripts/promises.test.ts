import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PIN_LENGTH_RANGE, PIN_TRIES_WITHOUT_WAIT, PIN_TRY_WAIT_MS } from '#contract/lock.ts';
import { DEFAULT_SETTINGS, settingsSchema } from '#contract/settings.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import { MAX_DECODED_BYTES } from '#main/engine/downtime-pack/decoding-limit.ts';
import { PACK_CALL_TIMEOUTS } from '#main/engine/downtime-pack/pack.ts';
import { PDF_BYTES_PER_HEAP, PDF_HEAP_MEGABYTES } from '#main/engine/pdf-process-limits.ts';
import { createRecoverySecret } from '#main/vault/lock/recovery-code.ts';
import { PIN_SCRYPT_COST } from '#main/vault/lock/sealing.ts';

const PROMISES = readFileSync('SECURITY.md', 'utf8').replaceAll(/\s+/g, ' ');
const MEGABYTE = 1_048_576;
const NUMBERS = new Map([
  [10, 'ten'],
  [15, 'fifteen'],
]);

const { minValue, maxValue } = settingsSchema.shape.lockAfterMinutes;
const scryptMegabytes = (128 * PIN_SCRYPT_COST.n * PIN_SCRYPT_COST.r) / MEGABYTE;
const heapGigabytes = PDF_HEAP_MEGABYTES / 1_024;

test.each([
  `After ${DEFAULT_SETTINGS.lockAfterMinutes} minutes without input (${minValue} to ${maxValue}, within the policy)`,
  `An account with a PIN (${PIN_LENGTH_RANGE.min} to ${PIN_LENGTH_RANGE.max} digits, no row, no repetition)`,
  `the PIN through scrypt (${scryptMegabytes} MB)`,
  `A recovery code of ${createRecoverySecret().length * 8} bits`,
  `After ${NUMBERS.get(PIN_TRIES_WITHOUT_WAIT)}, one try is possible every ${NUMBERS.get(PIN_TRY_WAIT_MS / MINUTE)} minutes`,
  `Object streams may expand to ${MAX_DECODED_BYTES / MEGABYTE} MB`,
  `more than ${heapGigabytes} GB of objects or more than ${PACK_CALL_TIMEOUTS.add / SECOND} seconds is named as missing`,
  `at ${heapGigabytes * (1 + PDF_BYTES_PER_HEAP)} GB altogether`,
])('SECURITY.md promises what the program does: %s', (promise) => {
  expect(PROMISES).toContain(promise);
});
