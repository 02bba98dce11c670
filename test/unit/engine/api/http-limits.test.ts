import { expect, test } from 'vitest';
import { DEFAULT_HTTP_LIMITS } from '#main/engine/api/http-types.ts';

test('a response may take about a minute and 25 MiB, a PDF five minutes and 50 MiB', () => {
  expect(DEFAULT_HTTP_LIMITS).toEqual({
    connectMs: 10_000,
    headersMs: 10_000,
    idleMs: 15_000,
    wholeMs: 70_000,
    bodyBytes: 26_214_400,
    pdfBytes: 52_428_800,
    pdfWholeMs: 300_000,
  });
});
