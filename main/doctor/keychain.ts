import { SECOND } from '#main/base/durations.ts';
import { silentLog } from '#main/base/log.ts';
import { createKeychain, type KeychainDeps } from '#main/vault/keychain.ts';
import {
  readSecretsFromEnvironment,
  SECRET_VARIABLES,
  type EnvironmentVariables,
} from '#main/vault/variables.ts';
import {
  createAttentionResult,
  createPassedResult,
  createFailedResult,
  type ComputerCheckResult,
} from './check-line.ts';
import type { CheckSentence } from './text.ts';

const NAMES = Object.values(SECRET_VARIABLES).join(', ');
const UNLOCK: Readonly<Partial<Record<NodeJS.Platform, CheckSentence>>> = {
  linux: { key: 'keychain.unlockOnLinux' },
  darwin: { key: 'keychain.unlockOnMac' },
};
/** Longer than in daily use: a slow computer is no locked keychain. */
const DEADLINE = 10 * SECOND;

/**
 * Asks the keychain for an entry that does not exist. On Linux this writes and removes an empty one, because
 * only that shows that it is open.
 */
export async function checkKeychain(
  options: Pick<KeychainDeps, 'forkChild' | 'clock'>,
  variables: EnvironmentVariables,
  platform: NodeJS.Platform,
): Promise<ComputerCheckResult> {
  const keychain = createKeychain({ ...options, log: silentLog, briefMs: DEADLINE, questionMs: DEADLINE });
  const answer = await keychain.get('doctor');
  keychain.close();
  if (answer.state === 'found' || answer.state === 'absent')
    return createPassedResult('keychain', { key: 'keychain.open' });
  const isLocked = answer.state === 'locked';
  const isReplaced = readSecretsFromEnvironment(variables).missing.length === 0;
  if (isReplaced)
    return createAttentionResult(
      'keychain',
      { key: isLocked ? 'keychain.lockedReplaced' : 'keychain.noneReplaced' },
      { key: 'keychain.replacedAdvice' },
    );
  const values = { detail: answer.detail };
  return isLocked
    ? createFailedResult(
        'keychain',
        { key: 'keychain.locked', values },
        UNLOCK[platform] ?? { key: 'keychain.unlock' },
      )
    : createFailedResult(
        'keychain',
        { key: 'keychain.none', values },
        { key: 'keychain.without', values: { names: NAMES } },
      );
}
