import type { PolicyStatus } from '#contract/policy.ts';
import { silentLog } from '#main/base/log.ts';
import { readPolicy, saveLastGoodPolicy } from '#main/policy/read-policy.ts';
import { getTokenFile } from '#main/policy/token-file.ts';
import type { CommandContext } from './command.ts';
import type { CliApp } from './session.ts';

/** Reads the policy for a data folder that is ours, and says on stderr where the file cannot be used. */
export function getPolicy({ environment, dataDir, output }: CommandContext): PolicyStatus {
  const status = readPolicy(environment.policySource, dataDir);
  saveLastGoodPolicy(status, dataDir, silentLog);
  for (const { line, reason } of status.problems)
    output.note(`intray: the policy ${status.file}${line === null ? '' : `, line ${line}`}: ${reason}`);
  return status;
}

/** Returns what a command has to know of the policy. */
export function toPolicyParts(
  { environment }: CommandContext,
  status: PolicyStatus,
): Pick<CliApp, 'policy' | 'isPolicyUsable' | 'tokenFile'> {
  const isPolicyUsable = status.problems.length === 0;
  const tokenFile = getTokenFile(environment.policySource, status);
  return { policy: status.policy, isPolicyUsable, tokenFile };
}
