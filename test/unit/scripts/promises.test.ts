import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { PIN_LENGTH_RANGE, PIN_TRIES_WITHOUT_WAIT, PIN_TRY_WAIT_MS } from '#contract/lock.ts';
import { MIN_DOWNTIME_PACK_PASSWORD_LENGTH } from '#contract/pdfs.ts';
import { MAX_RECORD_WINDOWS } from '#contract/record-windows.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import { settingsSchema } from '#contract/settings.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import { MAX_DECODED_BYTES } from '#main/engine/downtime-pack/decoding-limit.ts';
import { PACK_CALL_TIMEOUTS } from '#main/engine/downtime-pack/pack.ts';
import { NAMES_HEAP_MEGABYTES } from '#main/engine/names/text-name-extractor.ts';
import { PDF_BYTES_PER_HEAP, PDF_HEAP_MEGABYTES } from '#main/engine/pdf-process-limits.ts';
import { CLOSING_TIME, COVERING_TIME, INPUT_SAVING_TIME, SENDING_TIME } from '#main/lock/lock.ts';
import { COPIED_TEXT_LIFETIME } from '#main/shell/clipboard.ts';
import { END_DEADLINE, LEAVE_DEADLINE } from '#main/shell/engine-process.ts';
import { MAX_ACCESS_LOG_WAIT_MS } from '#main/shell/lock.ts';
import { TEMP_COPY_LIFETIME } from '#main/shell/temp-copies.ts';
import { createRecoverySecret } from '#main/vault/lock/recovery-code.ts';
import { PIN_SCRYPT_COST } from '#main/vault/lock/sealing.ts';
import { MAX_SHOWN_PAGES } from '#renderer/pdf/use-pdf.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

const PROMISES = readFileSync('SECURITY.md', 'utf8').replaceAll(/\s+/g, ' ');
const MEGABYTE = 1_048_576;
const NUMBERS = new Map([
  [8, 'eight'],
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
  `for reading names at ${NAMES_HEAP_MEGABYTES} MB of objects`,
  `what can be sent is sent for ${SENDING_TIME / SECOND} seconds at most`,
  // From the first cover to the end of the engine's process, with the entries of the access log.
  `all within ${(CLOSING_TIME + MAX_ACCESS_LOG_WAIT_MS + LEAVE_DEADLINE + END_DEADLINE) / SECOND} seconds`,
  `It has ${INPUT_SAVING_TIME / SECOND} seconds, while nothing but saving is answered; without a cover, and before a sleep, it has ${COVERING_TIME} milliseconds`,
  `it is removed after ${NUMBERS.get(TEMP_COPY_LIFETIME / MINUTE)} minutes`,
  `are removed after ${COPIED_TEXT_LIFETIME === MINUTE ? 'a minute' : COPIED_TEXT_LIFETIME} and when Intray quits`,
  `draws no PDF that claims more than ${MAX_SHOWN_PAGES.toLocaleString('en')} pages`,
  `of which there are ${NUMBERS.get(MAX_RECORD_WINDOWS)} at most`,
  `A new password has ${MIN_DOWNTIME_PACK_PASSWORD_LENGTH} characters or more`,
])('SECURITY.md promises what the program does: %s', (promise) => {
  expect(PROMISES).toContain(promise);
});
