import { POLICY_WITHOUT_FILE, type Policy, type PolicyStatus } from '#contract/policy.ts';

/** A computer without a policy. */
export const NO_POLICY: PolicyStatus = {
  policy: POLICY_WITHOUT_FILE,
  source: 'none',
  file: '/etc/intray/policy.json',
  problems: [],
};

/** A policy file that says this and nothing else. */
export function policyOf(fixed: Partial<Policy>): PolicyStatus {
  return { ...NO_POLICY, policy: { ...POLICY_WITHOUT_FILE, ...fixed }, source: 'file' };
}
