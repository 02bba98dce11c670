import type { CallOutput } from '#contract/api.ts';
import type { AppError } from '#contract/result.ts';
import type { ProcedureCalls } from './bridge.ts';

export type PrintOutcome = CallOutput<'app.print'>['outcome'];

/** Maximum wait for `beforeprint`, in milliseconds: where Chromium does not print, it reports nothing. */
const START_MS = 5_000;
/** Maximum wait for the outcome once the pages have been taken, in milliseconds. */
const OUTCOME_MS = 5_000;
/** Maximum number of records that an access names. */
const MAX_RECORDS = 500;

let isPrinting = false;

function waitForOutcome(
  calls: Pick<ProcedureCalls, 'app.print'>,
  records: readonly string[],
): Promise<PrintOutcome> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const { signal } = listening;
    const settle = (outcome: PrintOutcome): void => {
      clearTimeout(timer);
      listening.abort();
      resolve(outcome);
    };
    let timer = setTimeout(() => settle('failed'), START_MS);
    const started = (): void => clearTimeout(timer);
    const taken = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => settle('unknown'), OUTCOME_MS);
    };
    window.addEventListener('beforeprint', started, { signal });
    window.addEventListener('afterprint', taken, { signal });
    void calls['app.print']({ records: records.slice(0, MAX_RECORDS) }).then((answer) =>
      settle(answer.ok ? answer.value.outcome : 'failed'),
    );
  });
}

/**
 * Keeps the page from being printed while it holds a sheet that is not for the printer: that would be printed instead.
 * @returns a function that ends it; null while the page is printed, or holds a sheet for the printer
 */
export function blockPagePrinting(): (() => void) | null {
  if (isPrinting || hasSheet()) return null;
  isPrinting = true;
  return () => {
    isPrinting = false;
  };
}

function hasSheet(): boolean {
  return document.body.querySelector(':scope > [data-print="sheet"]') !== null;
}

/**
 * Prints the page; every print of Intray goes through this function. Resolves whichever events and answers are
 * missing, so that the caller can remove its sheets: they would be on the next print, which may be of another
 * patient.
 * @param records the ids of the records that are printed, for the access log
 * @returns `failed` without printing while another print runs
 */
export async function printPage(
  calls: Pick<ProcedureCalls, 'app.print'>,
  records: readonly string[] = [],
): Promise<PrintOutcome> {
  if (isPrinting) return 'failed';
  isPrinting = true;
  try {
    return await waitForOutcome(calls, records);
  } finally {
    isPrinting = false;
  }
}

/** Returns what to tell the user; null where it was printed, or cancelled by the user. */
export function getPrintProblem(outcome: PrintOutcome): AppError | null {
  return outcome === 'printed' || outcome === 'cancelled' ? null : { code: 'not-printed' };
}

/**
 * Prints what is open. Refused while the page has a sheet for the printer, because that would be printed instead.
 * @param records the ids of what is open
 * @returns what to tell the user, or null
 */
export async function printOpenRecord(
  calls: Pick<ProcedureCalls, 'app.print'>,
  records: readonly string[] = [],
): Promise<AppError | null> {
  return getPrintProblem(hasSheet() ? 'failed' : await printPage(calls, records));
}
