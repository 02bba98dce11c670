import { z } from 'zod';
import { epochMsSchema } from './time-schema.ts';

/**
 * `off`: the server is never asked; `report`: a new version is shown; `install`: it is downloaded and
 * installed on request.
 */
export const UPDATE_MODES = ['off', 'report', 'install'] as const;
export type UpdateMode = (typeof UPDATE_MODES)[number];

export const UPDATE_CHANNELS = ['stable', 'beta'] as const;
export type UpdateChannel = (typeof UPDATE_CHANNELS)[number];

/** Why a check, a download or an installation failed. */
export const UPDATE_FAILURES = [
  /** This build has no public key, so no update can be trusted. */
  'no-key',
  /** The policy's address of the update server is not usable. */
  'address',
  'offline',
  'timeout',
  /** The server answered with something other than the description of an update. */
  'no-answer',
  'redirected',
  'too-large',
  'unreadable',
  'wrong-signature',
  /** The server offers an older version than it did before. */
  'older',
  /** The downloaded file is not the one of the signed description. */
  'wrong-file',
  'storage',
  /** The system failed to install the downloaded file. */
  'not-installed',
] as const;
export type UpdateFailure = (typeof UPDATE_FAILURES)[number];

/** Why a downloaded update is not installed at this moment. */
export const INSTALL_BLOCKERS = [
  /** A change is being sent to the service. */
  'sending',
  /** This computer has no keychain: unsent changes would be lost with this run. */
  'unsaved',
] as const;
export type InstallBlocker = (typeof INSTALL_BLOCKERS)[number];

/** The longest text of release notes, in characters. */
export const MAX_RELEASE_NOTES_LENGTH = 8_000;
export const versionSchema = z.string().max(64);

export const availableUpdateSchema = z.strictObject({
  version: versionSchema,
  releasedAt: epochMsSchema,
  /** The release notes as plain text; never interpreted. */
  notes: z.string().max(MAX_RELEASE_NOTES_LENGTH),
});
export type AvailableUpdate = Readonly<z.infer<typeof availableUpdateSchema>>;

/** The state of updates, for the page. */
export const updateStateSchema = z.strictObject({
  mode: z.enum(UPDATE_MODES),
  channel: z.enum(UPDATE_CHANNELS),
  /** Whether a policy fixes the update settings instead of the user. */
  isFixed: z.boolean(),
  /** The version number of the running program. */
  current: versionSchema,
  /** When the last successful check ended. */
  checkedAt: epochMsSchema.nullable(),
  phase: z.enum(['idle', 'checking', 'downloading', 'ready', 'installing']),
  /** Progress of the running download in percent. */
  percent: z.number().int().min(0).max(100),
  available: availableUpdateSchema.nullable(),
  /** How this copy of Intray gets the new version: by itself, or the way it was installed. */
  installer: z.enum(['intray', 'administrator']),
  failure: z.enum(UPDATE_FAILURES).nullable(),
  obstacle: z.enum(INSTALL_BLOCKERS).nullable(),
});
export type UpdateState = Readonly<z.infer<typeof updateStateSchema>>;

const nothing = z.strictObject({});

/** The procedures of updates. Progress comes as `updates` events. */
export const updateProcedures = {
  'updates.get': { runsIn: 'shell', input: nothing, output: updateStateSchema },
  /** Asks the server now; returns when the answer is there, before a download has ended. */
  'updates.check': { runsIn: 'shell', input: nothing, output: updateStateSchema },
  /** Closes the account and restarts into the downloaded version; where it cannot, `obstacle` says why. */
  'updates.install': { runsIn: 'shell', input: nothing, output: updateStateSchema },
} as const;
