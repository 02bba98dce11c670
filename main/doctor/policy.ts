import type { CheckLine } from '#contract/computer-check.ts';
import type { PolicyProblem, PolicyStatus } from '#contract/policy.ts';
import { createPassedCheckLine, createFailedCheckLine } from './check-line.ts';

const INSTEAD = {
  'last-good': 'The last policy that could be used still applies.',
  strict: 'PDFs are neither saved nor printed, and nothing is updated, until it can be used.',
} as const;

function formatProblem({ line, reason }: PolicyProblem): string {
  return line === null ? reason : `line ${line}: ${reason}`;
}

/** Returns the line of the report that says which policy applies and what is wrong with its file. */
export function checkPolicy({ source, file, problems }: PolicyStatus): CheckLine {
  switch (source) {
    case 'none':
      return createPassedCheckLine('policy', `None (${file}).`);
    case 'file':
      return createPassedCheckLine('policy', `${file} applies.`);
    case 'last-good':
    case 'strict':
      return createFailedCheckLine(
        'policy',
        `${file} cannot be used: ${problems.map(formatProblem).join('; ')}.`.slice(0, 1500),
        `${INSTEAD[source]} An administrator has to correct the file or its rights.`,
      );
  }
}
