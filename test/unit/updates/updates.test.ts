import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UpdateState } from '#contract/updates.ts';
import { createDeferredPromise, type DeferredPromise } from '#main/base/async.ts';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { openUpdateCheckRecord } from '#main/updates/record.ts';
import {
  UpdateManager,
  type UpdateDownloadResult,
  type UpdateConfig,
  type UpdateManagerDeps,
} from '#main/updates/updates.ts';
import { makeManifest, RELEASE_KEY, signManifest } from '../../support/releases.ts';

const ADDRESS = 'https://updates.example';
const NOW = Date.parse('2026-10-02T09:00:00Z');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'intray-updates-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program with version 1.0.0 whose server has version 1.1.0, and whose installer waits to be told. */
function setUp(changes: Partial<UpdateManagerDeps> & { readonly mode?: UpdateConfig['mode'] } = {}) {
  const { mode = 'install', ...deps } = changes;
  const config: UpdateConfig = { mode, channel: 'stable', isFixed: false, address: ADDRESS };
  const work = { unsaved: 0 };
  const server = { manifest: makeManifest(), asked: 0 };
  const steps: string[] = [];
  const states: UpdateState[] = [];
  const download: DeferredPromise<UpdateDownloadResult> = createDeferredPromise();
  const installed: DeferredPromise<void> = createDeferredPromise();
  const percent: { report: (now: number) => void } = { report: () => {} };
  const updates = new UpdateManager({
    config: () => config,
    current: '1.0.0',
    keys: [RELEASE_KEY],
    allowsHttp: false,
    fetchPage: async () => {
      server.asked += 1;
      return new Response(signManifest(server.manifest));
    },
    installer: {
      system: 'windows-x64',
      download: (_wanted, onPercent) => {
        percent.report = onPercent;
        return download.promise;
      },
      install: () => {
        steps.push('install');
        return installed.promise;
      },
    },
    record: openUpdateCheckRecord(join(folder, 'updates.json'), silentLog),
    clock: { ...systemClock, now: () => NOW },
    log: silentLog,
    unsentWork: (sending) => ({ sending, unsaved: work.unsaved }),
    close: async () => void steps.push('close'),
    reopen: async () => void steps.push('reopen'),
    onChanged: (state) => states.push(state),
    ...deps,
  });
  /** Resolves once the state is as awaited. */
  const until = async (phase: UpdateState['phase']): Promise<void> => {
    while (updates.getState().phase !== phase) await new Promise((resolve) => setImmediate(resolve));
  };
  return { updates, server, work, steps, states, download, installed, percent, until };
}

describe('where the policy says off', () => {
  it('no server is asked', async () => {
    const { updates, server } = setUp({ mode: 'off' });
    expect(await updates.check()).toMatchObject({ mode: 'off', phase: 'idle', available: null });
    expect(server.asked).toBe(0);
  });
});

describe('where the policy says report', () => {
  it('a new version is shown and not downloaded', async () => {
    const { updates } = setUp({ mode: 'report' });
    expect(await updates.check()).toMatchObject({
      phase: 'idle',
      installer: 'administrator',
      available: { version: '1.1.0', notes: 'Faster lists.' },
      checkedAt: NOW,
    });
  });
});

describe('where somebody else installs this copy', () => {
  it('a new version is shown and not downloaded', async () => {
    const { updates } = setUp({ installer: null });
    expect(await updates.check()).toMatchObject({ phase: 'idle', installer: 'administrator' });
    expect(await updates.install()).toMatchObject({ phase: 'idle' });
  });
});

describe('a check', () => {
  it('says when the program is up to date', async () => {
    const { updates, server } = setUp();
    server.manifest = makeManifest({ version: '1.0.0' });
    expect(await updates.check()).toMatchObject({ available: null, checkedAt: NOW, failure: null });
  });

  it('that runs is shared by everybody who asks', async () => {
    const { updates, server } = setUp({ mode: 'report' });
    await Promise.all([updates.check(), updates.check()]);
    expect(server.asked).toBe(1);
  });

  it('that fails says why, and keeps when one last succeeded', async () => {
    const { updates, server } = setUp({ mode: 'report' });
    await updates.check();
    server.manifest = makeManifest({ version: '1.0.5' });
    expect(await updates.check()).toMatchObject({ failure: 'older', checkedAt: NOW });
  });

  it('remembers over a restart what the server has offered', async () => {
    await setUp({ mode: 'report' }).updates.check();
    const { updates, server } = setUp({ mode: 'report' });
    server.manifest = makeManifest({ version: '1.0.5' });
    expect(await updates.check()).toMatchObject({ failure: 'older' });
  });

  it('goes on without the record of earlier ones where that is damaged', async () => {
    writeFileSync(join(folder, 'updates.json'), '{"newest":');
    expect(await setUp({ mode: 'report' }).updates.check()).toMatchObject({
      available: { version: '1.1.0' },
    });
  });
});

describe('a download', () => {
  it('tells its progress and ends as ready', async () => {
    const { updates, download, percent, states, until } = setUp();
    await updates.check();
    expect(updates.getState().phase).toBe('downloading');
    percent.report(40);
    percent.report(40);
    download.resolve({ failure: null });
    await until('ready');
    expect(states.filter(({ phase }) => phase === 'downloading').map((state) => state.percent)).toEqual([
      0, 40,
    ]);
  });

  it('that fails says why, and the next check tries again', async () => {
    const { updates, download, states, until } = setUp();
    await updates.check();
    download.resolve({ failure: 'wrong-file' });
    await until('idle');
    expect(updates.getState()).toMatchObject({ failure: 'wrong-file', available: { version: '1.1.0' } });
    await updates.check();
    expect(states.filter(({ phase, percent }) => phase === 'downloading' && percent === 0)).toHaveLength(2);
  });
});

describe('an installation', () => {
  async function setUpReady() {
    const all = setUp();
    await all.updates.check();
    all.download.resolve({ failure: null });
    await all.until('ready');
    return all;
  }

  it('closes the account first, so that nothing is sent while it runs', async () => {
    const { updates, steps, until } = await setUpReady();
    void updates.install();
    await until('installing');
    await new Promise((resolve) => setImmediate(resolve));
    expect(steps).toEqual(['close', 'install']);
  });

  it('does not begin while a change is being sent, and may once it has been', async () => {
    const { updates, steps } = await setUpReady();
    updates.handleSending(1);
    expect(await updates.install()).toMatchObject({ phase: 'ready', obstacle: 'sending' });
    expect(steps).toEqual([]);
    updates.handleSending(0);
    expect(updates.getState().obstacle).toBeNull();
  });

  it('does not begin where unsent changes would end with this run', async () => {
    const { updates, work, steps } = await setUpReady();
    work.unsaved = 2;
    expect(await updates.install()).toMatchObject({ phase: 'ready', obstacle: 'unsaved' });
    expect(steps).toEqual([]);
  });

  it('that does not begin opens the account again', async () => {
    const { updates, installed, steps } = await setUpReady();
    installed.reject(new Error('the update was changed on the disk'));
    expect(await updates.install()).toMatchObject({ phase: 'idle', failure: 'not-installed' });
    expect(steps).toEqual(['close', 'install', 'reopen']);
  });

  it('does not begin for a version of a channel that the user has left, and the next check asks the present one', async () => {
    let channel: UpdateConfig['channel'] = 'beta';
    const config = () => ({ mode: 'install', channel, isFixed: false, address: ADDRESS }) as const;
    const { updates, server, steps, states, download, until } = setUp({ config });
    server.manifest = makeManifest({ channel: 'beta' });
    await updates.check();
    download.resolve({ failure: null });
    await until('ready');
    channel = 'stable';
    expect(updates.getState()).toMatchObject({ phase: 'idle', available: null });
    expect(await updates.install()).toMatchObject({ phase: 'idle' });
    expect(steps).toEqual([]);
    server.manifest = makeManifest({ version: '1.0.0' });
    expect(await updates.check()).toMatchObject({ phase: 'idle', available: null });
    expect(server.asked).toBe(2);
    await updates.install();
    expect(steps).toEqual([]);
    // Back on the channel the file of the same version is still there.
    channel = 'beta';
    server.manifest = makeManifest({ channel: 'beta' });
    expect(await updates.check()).toMatchObject({ phase: 'ready', available: { version: '1.1.0' } });
    expect(states.filter(({ phase, percent }) => phase === 'downloading' && percent === 0)).toHaveLength(1);
  });

  it('does not begin for the same version of another channel before that was downloaded too', async () => {
    let channel: UpdateConfig['channel'] = 'beta';
    const config = () => ({ mode: 'install', channel, isFixed: false, address: ADDRESS }) as const;
    const { updates, server, states, download, until } = setUp({ config });
    server.manifest = makeManifest({ channel: 'beta' });
    await updates.check();
    download.resolve({ failure: null });
    await until('ready');
    channel = 'stable';
    server.manifest = makeManifest();
    await updates.check();
    await until('ready');
    expect(states.filter(({ phase, percent }) => phase === 'downloading' && percent === 0)).toHaveLength(2);
  });

  it('does not begin for a version whose file a later download has removed: it is downloaded again', async () => {
    let channel: UpdateConfig['channel'] = 'beta';
    const config = () => ({ mode: 'install', channel, isFixed: false, address: ADDRESS }) as const;
    const downloads: string[] = [];
    // As the installer of the program: a download that fails leaves no file, whichever it is of.
    const installer: UpdateManagerDeps['installer'] = {
      system: 'windows-x64',
      download: async ({ version }) => {
        downloads.push(version);
        return { failure: version === '1.2.0' ? 'wrong-file' : null };
      },
      install: async () => {},
    };
    const { updates, server, until } = setUp({ config, installer });
    server.manifest = makeManifest({ channel: 'beta' });
    await updates.check();
    await until('ready');
    channel = 'stable';
    server.manifest = makeManifest({ version: '1.2.0' });
    await updates.check();
    await until('idle');
    channel = 'beta';
    server.manifest = makeManifest({ channel: 'beta' });
    await updates.check();
    await until('ready');
    expect(downloads).toEqual(['1.1.0', '1.2.0', '1.1.0']);
  });

  it('does not begin before a download has ended', async () => {
    const { updates, steps } = setUp();
    await updates.check();
    await updates.install();
    expect(steps).toEqual([]);
  });
});

describe('watching', () => {
  it('checks two minutes after the start, then once a day, until it is ended', async () => {
    const pauses: number[] = [];
    const ending = new AbortController();
    const { updates, server } = setUp({
      mode: 'report',
      clock: {
        ...systemClock,
        wait: async (ms) => {
          pauses.push(ms);
          if (pauses.length === 3) ending.abort();
        },
      },
    });
    await updates.watch(ending.signal);
    expect(pauses).toEqual([120_000, 86_400_000, 86_400_000]);
    expect(server.asked).toBe(2);
  });
});
