import { UNSET_POLICY, type Policy, type PolicyStatus } from '#contract/policy.ts';

/** A computer without a policy. */
export const NO_POLICY: PolicyStatus = {
  policy: UNSET_POLICY,
  source: 'none',
  file: '/etc/intray/policy.json',
  problems: [],
};

/** A policy file that says this and nothing else. */
export function policyOf(fixed: Partial<Policy>): PolicyStatus {
  return { ...NO_POLICY, policy: { ...UNSET_POLICY, ...fixed }, source: 'file' };
}
