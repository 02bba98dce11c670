import { expect, test, vi } from 'vitest';
import { err } from '#contract/result.ts';
import { systemClock } from '#main/base/clock.ts';
import { createHttpClient } from '#main/engine/api/http.ts';
import { NO_HTTP_CLIENT } from '#main/engine/api/http-types.ts';
import { createRequisition, listRequisitions } from '#main/engine/api/requisitions.ts';
import { toFailedRepeatableChangeOutcome } from '#main/engine/sender/outcome.ts';

vi.mock('undici', () => {
  throw new Error('its code cannot be read');
});

test('a request whose code cannot be read is an error of which nothing has left, and the client can be closed', async () => {
  const http = createHttpClient({
    baseUrl: 'https://clinic.example',
    tokens: { accessToken: 'TOK-1', jwt: 'JWT-1' },
    clock: systemClock,
  });
  const listed = await listRequisitions(http, { limit: 1 });
  const created = await createRequisition(http, {
    patient: 'user_1',
    type: 'lab',
    ordering_provider: 'user_2',
  });
  for (const answer of [listed, created])
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal', detail: NO_HTTP_CLIENT } });
  expect(created).not.toHaveProperty('mayHaveLeft', true);
  const before = { mayHaveLeft: false, markers: [] };
  const failed = err('internal', { detail: NO_HTTP_CLIENT });
  expect(toFailedRepeatableChangeOutcome(failed, before as never)).toMatchObject({
    type: 'later',
    evidence: before,
  });
  http.setProxy('PROXY 10.0.0.1:3128');
  await http.close();
});
