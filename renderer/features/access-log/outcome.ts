import type { AccessEntry } from '#contract/access-log.ts';
import { ERROR_SENTENCES, type ErrorCode } from '#contract/result.ts';
import type { PrintOutcome } from '#renderer/state/print.ts';
import type { TextFunction } from '#renderer/text/text.ts';

const PRINT_OUTCOMES: Readonly<Record<PrintOutcome, true>> = {
  printed: true,
  cancelled: true,
  failed: true,
  unknown: true,
};

function isPrintOutcome(outcome: string): outcome is PrintOutcome {
  return Object.hasOwn(PRINT_OUTCOMES, outcome);
}

function isErrorCode(outcome: string): outcome is ErrorCode {
  return Object.hasOwn(ERROR_SENTENCES, outcome);
}

/** Returns the outcome of an entry in words; the code itself where a newer Intray wrote one that is unknown here. */
export function describeAccessOutcome(
  text: TextFunction,
  { what, outcome }: Pick<AccessEntry, 'what' | 'outcome'>,
): string {
  if (outcome === 'ok') return text('accessLog.ok');
  if (what === 'gap') return text('accessLog.lost', { count: Number(outcome) });
  // `cancelled` is also the code of an error, which says more than that the user closed the print dialog.
  if (what === 'print' && isPrintOutcome(outcome)) return text(`accessLog.prints.${outcome}`);
  return isErrorCode(outcome) ? text(`error.${outcome}`) : outcome;
}
