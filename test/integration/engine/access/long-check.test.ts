/** The check of a log of several thousand entries, which takes its time. */
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#main/base/clock.ts';
import type { UnnumberedAccessEntry } from '#main/engine/access/protocol.ts';
import { createAccessLogThreadHandler } from '#main/engine/access/store.ts';
import { toEpochMs } from '#contract/time.ts';
import { LOG_KEY, openTestAccessLog } from '../../../support/access-log.ts';
import { temporaryFolder, unwrap } from '../../../support/engine.ts';

const PRINTED = {
  at: toEpochMs(1),
  what: 'print',
  outcome: 'printed',
  user: null,
  account: null,
  record: null,
  patient: null,
  receipt: null,
} as const satisfies UnnumberedAccessEntry;
const MANY = 2_500;

/** Returns a log of many entries in a folder of its own, and the functions that call its thread and open an engine with it. */
async function createLongLog() {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const { withEngine, file } = openTestAccessLog(folder.path);
  const handle = createAccessLogThreadHandler(systemClock);
  const call = async (name: string, input: unknown) => handle(name, input as never);
  const open = () => call('open', { file: path.resolve(file), key: LOG_KEY, head: null });
  unwrap(await open());
  unwrap(
    await call(
      'append',
      Array.from({ length: MANY }, () => PRINTED),
    ),
  );
  return { call, open, withEngine };
}

test('other calls of the thread are served during the check, and entries that they add are checked', async () => {
  const { call } = await createLongLog();
  const served: string[] = [];
  const checking = call('verify', { head: null }).finally(() => served.push('verify'));
  const adding = call('append', [PRINTED]).finally(() => served.push('append'));
  unwrap(await adding);
  expect(unwrap(await checking)).toEqual({ entries: MANY + 1, problems: [] });
  expect(served).toEqual(['append', 'verify']);
  await call('close', null);
});

test.each(['is closed', 'is closed and opened again'])(
  'a check whose log %s meanwhile ends with an error',
  async (name) => {
    const { call, open } = await createLongLog();
    const checking = call('verify', { head: null });
    await call('close', null);
    if (name.endsWith('again')) unwrap(await open());
    expect(await checking).toMatchObject({ ok: false, error: { code: 'engine-down' } });
    await call('close', null);
  },
);

test('the log is read and written while it is checked', async () => {
  const { call, withEngine } = await createLongLog();
  await call('close', null);
  await withEngine(async (engine) => {
    const served: string[] = [];
    const checking = engine.call('accessLog.verify', {}).finally(() => served.push('verify'));
    unwrap(await engine.control('accessLog.note', { what: 'print', outcome: 'printed' }));
    const listed = engine.call('accessLog.list', { filter: {}, limit: 1 }).finally(() => served.push('list'));
    expect(unwrap(await listed).items).toMatchObject([{ number: MANY + 1 }]);
    expect(unwrap(await checking)).toMatchObject({ problems: [] });
    expect(served).toEqual(['list', 'verify']);
  });
});
