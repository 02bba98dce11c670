import { expect, test } from 'vitest';
import { err, type AppError } from '#contract/result.ts';
import { toFailedChangeOutcome } from '#main/engine/sender/outcome.ts';
import { endings, ORDERS, posted, questions } from '../../../support/lost-orders.ts';
import { openTestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';

test('a create whose response takes too long is reconciled, and exists once', async () => {
  const app = await openTestApp({}, { isHasty: true });
  await app.sync();
  app.clinic.faults.add({
    match: { method: 'POST', path: ORDERS },
    action: { kind: 'stall', after: true },
  });
  await app.save(NEW_ORDER);
  await app.sync();
  await app.sync();
  expect(await endings(app)).toEqual(['found']);
  expect(posted(app)).toBe(1);
});

test('a create whose request is delayed beyond the timeout is not sent again automatically', async () => {
  const app = await openTestApp({}, { isHasty: true });
  await app.sync();
  app.clinic.faults.add({ match: { method: 'POST', path: ORDERS, times: 1 }, action: { kind: 'stall' } });
  await app.save(NEW_ORDER);
  await app.sync();
  await app.sync();
  expect(await questions(app)).toEqual(['uncertain']);
  expect(posted(app)).toBe(0);
});

const BEFORE_ANY_BYTE: readonly AppError[] = [
  err('offline', { detail: 'ENOTFOUND' }).error,
  err('offline', { detail: 'ECONNREFUSED' }).error,
  err('timeout', { detail: 'UND_ERR_CONNECT_TIMEOUT' }).error,
  err('certificate', { detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' }).error,
];

test.each(BEFORE_ANY_BYTE)(
  '$code $detail before anything was sent is retried without a reconciliation',
  (error) => {
    expect(toFailedChangeOutcome({ ok: false, error, mayHaveLeft: false })).toEqual({ type: 'later', error });
  },
);

test('the same error after the connection was there is uncertain', () => {
  const { error } = err('timeout', { detail: 'UND_ERR_HEADERS_TIMEOUT' });
  expect(toFailedChangeOutcome({ ok: false, error, mayHaveLeft: true })).toEqual({
    type: 'uncertain',
    error,
  });
});
