import type { Policy, PolicyStatus } from '#contract/policy.ts';
import { silentLog } from '#main/base/log.ts';
import { readPolicy, saveLastGoodPolicy } from '#main/policy/read-policy.ts';
import { getTokenFile, type TokenFile } from '#main/policy/token-file.ts';
import type { CommandContext } from './command.ts';

/** The parts of the policy that commands use. */
export interface CommandPolicy {
  /** The values of the policy that apply on this computer. */
  readonly policy: Policy;
  /** False while the policy file cannot be used: then another one applies in its place. */
  readonly isPolicyUsable: boolean;
  /** The file in which an administrator may bring the tokens of this user. */
  readonly tokenFile: TokenFile | null;
}

/** Reads the policy for a data folder that is ours, and says on stderr where the file cannot be used. */
export function readPolicyAndWarn({ environment, dataDir, output }: CommandContext): PolicyStatus {
  const status = readPolicy(environment.policySource, dataDir);
  saveLastGoodPolicy(status, dataDir, silentLog);
  for (const { line, reason } of status.problems)
    output.note(`intray: the policy ${status.file}${line === null ? '' : `, line ${line}`}: ${reason}`);
  return status;
}

/** Returns what a command has to know of the policy. */
export function toCommandPolicy({ environment }: CommandContext, status: PolicyStatus): CommandPolicy {
  const isPolicyUsable = status.problems.length === 0;
  const tokenFile = getTokenFile(environment.policySource, status);
  return { policy: status.policy, isPolicyUsable, tokenFile };
}
