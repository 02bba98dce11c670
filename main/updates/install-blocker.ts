import type { InstallBlocker } from '#contract/updates.ts';

/** The numbers of unsent changes that decide whether an update may be installed now. */
export interface UpdateBlockingChangeCounts {
  /** Changes that are on their way to the service. */
  readonly sending: number;
  /** Unsent changes that end with this run, because this computer has no keychain. */
  readonly unsaved: number;
}

/**
 * Returns why Intray may not restart into a new version now; null where it may. Changes that wait in the outbox
 * do not prevent it: they are on the disk, and the new version sends them.
 */
export function findInstallBlocker({ sending, unsaved }: UpdateBlockingChangeCounts): InstallBlocker | null {
  if (sending > 0) return 'sending';
  return unsaved > 0 ? 'unsaved' : null;
}
