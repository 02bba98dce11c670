import type { CheckLine } from '#contract/computer-check.ts';
import { SECOND } from '#main/base/durations.ts';
import { silentLog } from '#main/base/log.ts';
import { createKeychain, type KeychainDeps } from '#main/vault/keychain.ts';
import { parseSecretVariables, SECRET_VARIABLES, type EnvironmentVariables } from '#main/vault/variables.ts';
import { createAttentionCheckLine, createPassedCheckLine, createFailedCheckLine } from './check-line.ts';

const NAMES = Object.values(SECRET_VARIABLES).join(', ');
const UNLOCK: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux:
    'Unlock the keyring of the desktop; a sign-in without a password (by fingerprint, or automatic) leaves it locked.',
  darwin: 'Unlock the keychain "login" in Keychain Access.',
};
/** Longer than in daily use: a slow computer is no locked keychain. */
const DEADLINE = 10 * SECOND;
const WITHOUT = 'Nothing is kept after the window closes, and the command needs these variables:';

/**
 * Asks the keychain for an entry that does not exist. On Linux this writes and removes an empty one, because
 * only that shows that it is open.
 */
export async function checkKeychain(
  options: Pick<KeychainDeps, 'forkChild' | 'clock'>,
  variables: EnvironmentVariables,
  platform: NodeJS.Platform,
): Promise<CheckLine> {
  const keychain = createKeychain({ ...options, log: silentLog, briefMs: DEADLINE, questionMs: DEADLINE });
  const answer = await keychain.get('doctor');
  keychain.close();
  if (answer.state === 'found' || answer.state === 'absent')
    return createPassedCheckLine('keychain', 'Open.');
  const isReplaced = parseSecretVariables(variables).missing.length === 0;
  if (isReplaced)
    return createAttentionCheckLine(
      'keychain',
      `${answer.state === 'locked' ? 'Locked' : 'None'}; the environment variables take its place.`,
      'This is enough for the headless command.',
    );
  return answer.state === 'locked'
    ? createFailedCheckLine(
        'keychain',
        `Locked (${answer.detail}).`,
        UNLOCK[platform] ?? 'Unlock it and try again.',
      )
    : createFailedCheckLine('keychain', `None (${answer.detail}).`, `${WITHOUT} ${NAMES}.`);
}
