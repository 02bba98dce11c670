import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRedactingLog } from '#main/base/log.ts';
import { ok } from '#contract/result.ts';
import { memoryKeychain } from '../../support/memory-keychain.ts';
import { createTestSession } from '../../support/session.ts';
import { dataDir, makeDataDir, removeDataDir } from './session-app.ts';

beforeEach(makeDataDir);
afterEach(removeDataDir);

it('a demo clinic that does not start is an error of which the log tells the reason', async () => {
  const lines: string[] = [];
  const session = createTestSession({
    folder: dataDir(),
    keychain: memoryKeychain(),
    engine: { call: () => Promise.resolve(ok({})), reopen: () => {} },
    startDemo: () => Promise.reject(new Error('the demo clinic did not start in time')),
    log: createRedactingLog(
      (line) => lines.push(line),
      () => 0,
    ),
  });
  expect(await session.openDemo()).toMatchObject({ ok: false, error: { code: 'internal' } });
  expect(session.getState()).toMatchObject({ current: 'demo', session: 'failed' });
  expect(lines.join('\n')).toContain('the demo clinic did not start in time');
});
