import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { createUpdateManager, getUpdateAddressAndKeys, toUpdateConfig } from '#main/shell/updates.ts';
import { DEFAULT_UPDATE_ADDRESS } from '#main/updates/built-in.ts';
import { electron, resetElectron } from '../../support/fake-electron.ts';
import { makeManifest, RELEASE_KEY, signManifest } from '../../support/releases.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

const BUILT_IN = { address: DEFAULT_UPDATE_ADDRESS };

describe('what holds for updates', () => {
  it('is the policy, also against the settings', () => {
    const policy = { mode: 'report', channel: 'stable', feedUrl: 'https://mirror.example/intray' } as const;
    expect(toUpdateConfig(policy, { updateChannel: 'beta' }, BUILT_IN)).toEqual({
      mode: 'report',
      channel: 'stable',
      isFixed: true,
      address: 'https://mirror.example/intray',
    });
  });

  it('is the built-in address where a policy names none', () => {
    const policy = { mode: 'install', channel: 'beta', feedUrl: null } as const;
    expect(toUpdateConfig(policy, { updateChannel: 'stable' }, BUILT_IN)).toEqual({
      mode: 'install',
      channel: 'beta',
      isFixed: true,
      address: DEFAULT_UPDATE_ADDRESS,
    });
  });

  it('is the channel of the settings where no policy speaks of updates', () => {
    expect(toUpdateConfig(null, { updateChannel: 'beta' }, BUILT_IN)).toMatchObject({
      channel: 'beta',
      isFixed: false,
      address: DEFAULT_UPDATE_ADDRESS,
    });
  });
});

describe('a check', () => {
  let dataDir = '';
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'intray-updates-'));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    resetElectron();
    rmSync(dataDir, { recursive: true, force: true });
  });

  function setUp(variables: Readonly<Record<string, string>>) {
    const fetched = vi
      .spyOn(electron.net, 'fetch')
      .mockImplementation(async () => new Response(signManifest(makeManifest())));
    const source = getUpdateAddressAndKeys(variables);
    const updates = createUpdateManager({
      dataDir,
      source,
      clock: systemClock,
      log: silentLog,
      config: () => toUpdateConfig(null, { updateChannel: 'stable' }, source),
      unsentWork: () => ({ sending: 0, unsaved: 0 }),
      close: async () => {},
      reopen: async () => {},
      onChanged: () => {},
    });
    return { updates, fetched };
  }

  it('goes over the network of Electron, without redirects, cookies or a cache', async () => {
    const { updates, fetched } = setUp({ INTRAY_UPDATE_KEY: RELEASE_KEY });
    expect(await updates.check()).toMatchObject({ available: { version: '1.1.0' } });
    expect(fetched).toHaveBeenCalledWith(
      `${DEFAULT_UPDATE_ADDRESS}/intray-stable.json`,
      expect.objectContaining({ redirect: 'error', credentials: 'omit', cache: 'no-store' }),
    );
  });

  it('takes neither a key nor an address of the environment in a packaged program', async () => {
    electron.app.isPackaged = true;
    const variables = { INTRAY_UPDATE_KEY: RELEASE_KEY, INTRAY_UPDATE_ADDRESS: 'https://other.example' };
    expect(getUpdateAddressAndKeys(variables)).toEqual({ address: DEFAULT_UPDATE_ADDRESS, keys: [] });
    const { updates, fetched } = setUp(variables);
    expect(await updates.check()).toMatchObject({ failure: 'no-key' });
    expect(fetched).not.toHaveBeenCalled();
  });
});
