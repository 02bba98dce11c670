import { describe, expect, it, vi } from 'vitest';
import { PROCEDURE_NAMES } from '#contract/procedure-names.ts';
import { procedures } from '#contract/procedures.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { UpdateState } from '#contract/updates.ts';
import { DEFAULT_SETTINGS } from '#contract/default-settings.ts';
import type { Settings } from '#contract/settings.ts';
import { systemClock } from '#main/base/clock.ts';
import { createRedactingLog } from '#main/base/log.ts';
import type { RecordWindows } from '#main/shell/record-windows.ts';
import type { WindowLock } from '#main/lock/lock.ts';
import type { AccountSession } from '#main/session/session.ts';
import { createProcedureRoute, type ProcedureRouteDeps } from '#main/shell/route.ts';
import { NO_POLICY } from '../../support/policy.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

const INFO: ProcedureRouteDeps['info'] = {
  version: '1',
  host: 'stand-in',
  platform: 'linux',
  packaged: false,
  baseUrlHint: null,
  languages: ['en-GB'],
  systemLocale: 'en-GB',
};

const UPDATES: UpdateState = {
  mode: 'report',
  channel: 'stable',
  isFixed: false,
  current: '1.0.0',
  checkedAt: null,
  phase: 'idle',
  percent: 0,
  available: null,
  installer: 'administrator',
  failure: null,
  obstacle: null,
};

/** Returns the method's name for every call of the session. */
const session = new Proxy(
  {},
  { get: (_target, method) => () => (method === 'getState' ? 'session' : Promise.resolve(ok('session'))) },
) as AccountSession; // only its methods are called

/** Returns the same result for every call of the lock. */
const stub = new Proxy({}, { get: () => () => Promise.resolve(ok('lock')) });

function setUp() {
  const patches: Partial<Settings>[] = [];
  const lines: string[] = [];
  const at = { ms: 0 };
  const route = createProcedureRoute({
    info: INFO,
    policy: NO_POLICY,
    licencesFile: '/nowhere/licences.json',
    logFolder: '/nowhere',
    checkComputer: async () => [],
    log: createRedactingLog(
      (line) => lines.push(line),
      () => 0,
    ),
    clock: { ...systemClock, monotonic: () => at.ms },
    session,
    windows: {
      show: () => {},
      send: () => {},
      caller: () => null,
      list: () => [],
      records: stub as unknown as RecordWindows, // only its methods are called
    },
    copied: { copy: async () => {} },
    settings: {
      get: () => DEFAULT_SETTINGS,
      isRetentionKnown: () => true,
      set: (patch) => {
        patches.push(patch);
        return ok({ ...DEFAULT_SETTINGS, ...patch });
      },
    },
    pdfs: {
      copies: { createPath: async () => err('storage-full'), removeLater: () => {}, remove: async () => {} },
      window: () => null,
    },
    updates: { getState: () => UPDATES, check: async () => UPDATES, install: async () => UPDATES },
    lock: stub as unknown as WindowLock, // only its methods are called
    idleWatch: { noteInput: () => {} },
    onPackFailure: () => {},
    engine: { call: async (): Promise<Result<unknown>> => ok('engine') },
  });
  return { route, patches, lines, at };
}

describe('a procedure', () => {
  const own = PROCEDURE_NAMES.filter((name) => procedures[name].runsIn === 'shell');
  const foreign = PROCEDURE_NAMES.filter((name) => procedures[name].runsIn !== 'shell');

  it.each(foreign)('%s is handled by the engine', async (name) => {
    expect(await setUp().route(name, {})).toEqual(ok('engine'));
  });

  it.each(own)('%s is handled in this process', async (name) => {
    expect(
      await setUp().route(name, { id: 'req_1', suggested: 'forms.csv', text: '', components: [] }),
    ).not.toEqual(ok('engine'));
  });

  it('about a fault of the page reaches the log, a few times in a minute', async () => {
    const { route, lines, at } = setUp();
    const fault = { error: 'TypeError', components: ['RecordPane 1:2', 'Frame 3:4'] };
    for (let count = 0; count < 25; count += 1) expect(await route('app.reportFault', fault)).toEqual(ok({}));
    expect(lines).toHaveLength(10);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      error: 'TypeError',
      components: 'RecordPane 1:2 < Frame 3:4',
    });
    at.ms = 60_000;
    await route('app.reportFault', fault);
    expect(JSON.parse(lines[10] ?? '')).toMatchObject({ level: 'warn', count: 15 });
    expect(lines).toHaveLength(12);
  });

  it('about accounts is handled by the session', async () => {
    // Before these two a dialog of the system asks for a file.
    const asking = ['accounts.export', 'accounts.exportAll', 'accounts.import'];
    for (const name of own.filter((known) => known.startsWith('accounts.') && !asking.includes(known)))
      expect(await setUp().route(name, {})).toEqual(ok('session'));
  });

  it.each(['updates.get', 'updates.check', 'updates.install'] as const)(
    '%s returns the state of updates',
    async (name) => {
      expect(await setUp().route(name, {})).toEqual(ok(UPDATES));
    },
  );

  it('about this program returns its facts', async () => {
    expect(await setUp().route('app.info', {})).toEqual(ok(INFO));
  });

  it('that changes settings changes what was chosen, and leaves what is undefined', async () => {
    const { route, patches } = setUp();
    await route('settings.set', { theme: 'dark', density: undefined });
    expect(patches).toEqual([{ theme: 'dark' }]);
    expect(await route('settings.get', {})).toEqual(ok(DEFAULT_SETTINGS));
  });
});
