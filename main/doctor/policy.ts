import type { PolicyProblem, PolicyStatus } from '#contract/policy.ts';
import { createPassedResult, createFailedResult, type ComputerCheckResult } from './check-line.ts';
import type { CheckSentence } from './text.ts';

const INSTEAD = { 'last-good': 'policy.lastGood', strict: 'policy.strict' } as const;

function describeProblem({ line, reason }: PolicyProblem): CheckSentence {
  return line === null ? reason : { key: 'policy.problemAt', values: { line, reason } };
}

/** Returns the result that says which policy applies and what is wrong with its file. */
export function checkPolicy({ source, file, problems }: PolicyStatus): ComputerCheckResult {
  switch (source) {
    case 'none':
      return createPassedResult('policy', { key: 'policy.none', values: { file } });
    case 'file':
      return createPassedResult('policy', { key: 'policy.applies', values: { file } });
    case 'last-good':
    case 'strict':
      return createFailedResult(
        'policy',
        { key: 'policy.unusable', values: { file, problems: problems.map(describeProblem) } },
        { key: INSTEAD[source] },
      );
  }
}
