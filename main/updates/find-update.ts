import { gt, lt } from 'semver';
import { toEpochMs } from '#contract/time.ts';
import type { AvailableUpdate, UpdateChannel, UpdateFailure } from '#contract/updates.ts';
import { SECOND } from '#main/base/durations.ts';
import { fetchText, type FetchFunction } from './download.ts';
import { parseUpdateManifest, type UpdateManifest, type PackageSystem, type UpdateFile } from './manifest.ts';
import { verifySignedManifest } from './signature.ts';

const LIMITS = { bytes: 256 * 1024, deadline: 30 * SECOND };

export interface FindUpdateOptions {
  /** The https address of the folder with the channels' descriptions and the files. */
  readonly address: string;
  /** Whether http will do, for a server on this computer in tests. */
  readonly allowsHttp: boolean;
  readonly channel: UpdateChannel;
  /** The version number of the running program. */
  readonly current: string;
  /** The newest version that this channel has ever offered here; null before the first check. */
  readonly newest: string | null;
  /** Public keys, 32 bytes each in base64. */
  readonly keys: readonly string[];
  /** The system whose packages this copy installs; null where Intray itself did not install this copy. */
  readonly system: PackageSystem | null;
  readonly fetchPage: FetchFunction;
}

/** A file of an update with its address. */
export interface UpdateFileWithAddress extends UpdateFile {
  readonly address: string;
}

/** A version newer than the running one, and its file for this system where there is one. */
export interface FoundUpdate {
  readonly update: AvailableUpdate;
  /** Null where the update has no file for this system. */
  readonly download: UpdateFileWithAddress | null;
}

/** The newest version of the channel and, where it is newer than the one that runs, the update. */
export type FindUpdateResult =
  | { readonly failure: UpdateFailure }
  | { readonly newest: string; readonly found: FoundUpdate | null };

/**
 * Returns the folder of an update address, without a slash at its end; null where it is not https, or has a
 * password, a query or a fragment.
 */
export function normalizeUpdateAddress(address: string, allowsHttp: boolean): string | null {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'https:' && !(allowsHttp && url.protocol === 'http:'))) return null;
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return isPlain ? `${url.origin}${url.pathname.replace(/\/+$/, '')}` : null;
}

/** Returns the address of a channel's signed description. */
export function getManifestAddress(folder: string, channel: UpdateChannel): string {
  return `${folder}/intray-${channel}.json`;
}

function toFound(
  { version, releasedAt, notes, files }: UpdateManifest,
  folder: string,
  options: FindUpdateOptions,
): FoundUpdate {
  const file = files.find(({ system }) => system === options.system);
  return {
    update: { version, notes, releasedAt: toEpochMs(Date.parse(releasedAt)) },
    download: file === undefined ? null : { ...file, address: `${folder}/${file.name}` },
  };
}

function assess(manifest: UpdateManifest, folder: string, options: FindUpdateOptions): FindUpdateResult {
  const { version, channel } = manifest;
  // The description of another channel, signed as well, must not take the place of this one.
  if (channel !== options.channel) return { failure: 'unreadable' };
  if (options.newest !== null && lt(version, options.newest)) return { failure: 'older' };
  const found = gt(version, options.current) ? toFound(manifest, folder, options) : null;
  return { newest: version, found };
}

/**
 * Asks the server for the newest version of the channel. Nothing of its answer is used before one of the
 * built-in keys has vouched for it. An older version than the one that runs is no update; an older one than this
 * server has offered before is a failure.
 */
export async function findUpdate(options: FindUpdateOptions): Promise<FindUpdateResult> {
  const { channel, keys, fetchPage } = options;
  if (keys.length === 0) return { failure: 'no-key' };
  const folder = normalizeUpdateAddress(options.address, options.allowsHttp);
  if (folder === null) return { failure: 'address' };
  const answer = await fetchText(fetchPage, getManifestAddress(folder, channel), LIMITS);
  if ('failure' in answer) return answer;
  const opened = verifySignedManifest(answer.text, keys);
  if (opened.state !== 'trusted') return { failure: opened.state };
  const manifest = parseUpdateManifest(opened.payload);
  return manifest === null ? { failure: 'unreadable' } : assess(manifest, folder, options);
}
