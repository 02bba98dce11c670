import { describe, expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import { wrapBridgeCalls } from '#renderer/state/bridge.ts';
import { createHealthStore } from '#renderer/state/sync/health.ts';
import { testPage } from '../../../../support/page/page.ts';
import { aHealth } from '../../../../support/values.ts';
import { waitUntilPasses } from '../../../../support/wait.ts';

describe('the query of another account', () => {
  it('does not describe the account that is open now', async () => {
    const late = Promise.withResolvers<ReturnType<typeof ok<ReturnType<typeof aHealth>>>>();
    const page = testPage({}, { 'sync.health': () => late.promise });
    const health = createHealthStore(wrapBridgeCalls(page.bridge));
    const asked = health.load();
    health.reset();
    late.resolve(ok(aHealth({ connection: 'signed-out' })));
    await asked;
    await waitUntilPasses(() => expect(health.store.getState().health).toBeNull());
  });
});
