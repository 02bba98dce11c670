import type { InstallObstacle } from '#contract/updates.ts';

/** What an installation would interrupt. */
export interface UnsentWork {
  /** Changes that are on their way to the service. */
  readonly sending: number;
  /** Unsent changes that end with this run, because this computer has no keychain. */
  readonly unsaved: number;
}

/**
 * Decides whether Intray may restart into a new version now. Changes that wait in the outbox are no obstacle:
 * they are on the disk, and the new version sends them.
 */
export function findObstacle({ sending, unsaved }: UnsentWork): InstallObstacle | null {
  if (sending > 0) return 'sending';
  return unsaved > 0 ? 'unsaved' : null;
}
