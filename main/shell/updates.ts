import { join } from 'node:path';
import { app, net } from 'electron';
import type { Settings } from '#contract/settings.ts';
import { ok, type Result } from '#contract/result.ts';
import type { UpdateChannel, UpdateMode, UpdateState } from '#contract/updates.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import { DEFAULT_UPDATE_ADDRESS, UPDATE_KEYS } from '#main/updates/built-in.ts';
import type { FetchFunction } from '#main/updates/download.ts';
import { findSelfUpdatePackageSystem } from '#main/updates/manifest.ts';
import { openUpdateCheckRecord } from '#main/updates/record.ts';
import { UpdateManager, type UpdateConfig, type UpdateManagerDeps } from '#main/updates/updates.ts';
import { createInstallerUnlessManaged } from './update-installer.ts';

/** The update settings that a policy fixes. */
export interface UpdatePolicy {
  readonly mode: UpdateMode;
  readonly channel: UpdateChannel;
  /** Address of the update server; null: the built-in address. */
  readonly feedUrl: string | null;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Where updates come from and which keys sign them. */
export interface UpdateAddressAndKeys {
  readonly address: string;
  readonly keys: readonly string[];
}

/** Returns what is built in; a developer's run takes a test server and its key from the environment. */
export function getUpdateAddressAndKeys(variables: Variables): UpdateAddressAndKeys {
  const { INTRAY_UPDATE_ADDRESS: address = DEFAULT_UPDATE_ADDRESS, INTRAY_UPDATE_KEY: key } = app.isPackaged
    ? {}
    : variables;
  return { address, keys: key === undefined ? UPDATE_KEYS : [key] };
}

/**
 * Returns what holds: the policy where there is one, otherwise installing from the channel of the settings. The
 * address is never a setting.
 * @param policy null where no policy speaks of updates
 * @param address the built-in one
 */
export function toUpdateConfig(
  policy: UpdatePolicy | null,
  { updateChannel }: Pick<Settings, 'updateChannel'>,
  { address }: Pick<UpdateAddressAndKeys, 'address'>,
): UpdateConfig {
  if (policy === null) return { mode: 'install', channel: updateChannel, isFixed: false, address };
  const { mode, channel, feedUrl } = policy;
  return { mode, channel, isFixed: true, address: feedUrl ?? address };
}

export interface AppUpdatesDeps
  extends Pick<UpdateManagerDeps, 'unsentWork' | 'close' | 'reopen' | 'onChanged' | 'config'> {
  readonly dataDir: string;
  readonly source: UpdateAddressAndKeys;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Creates the updates of this program. The description of a version is fetched over Electron's network, which
 * knows the system's proxy and certificates.
 */
export function createUpdateManager(options: AppUpdatesDeps): UpdateManager {
  const { dataDir, source, clock, log, ...rest } = options;
  const fetchPage: FetchFunction = (address, how) => net.fetch(address, how);
  return new UpdateManager({
    ...rest,
    clock,
    log,
    fetchPage,
    current: app.getVersion(),
    keys: source.keys,
    allowsHttp: !app.isPackaged,
    installer: createInstallerUnlessManaged({
      platform: process.platform,
      packaged: app.isPackaged,
      program: process.execPath,
      system: findSelfUpdatePackageSystem(process.platform, process.arch),
      clock,
      log,
    }),
    record: openUpdateCheckRecord(join(dataDir, 'updates.json'), log),
  });
}

/** The handlers of the procedures of updates, by name. */
export function createUpdateHandlers(updates: Pick<UpdateManager, 'getState' | 'check' | 'install'>) {
  return {
    'updates.get': async () => ok(updates.getState()),
    'updates.check': async () => ok(await updates.check()),
    'updates.install': async () => ok(await updates.install()),
  } as const satisfies Record<string, () => Promise<Result<UpdateState>>>;
}
