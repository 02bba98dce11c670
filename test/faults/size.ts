/** Whether the whole suites are wanted, or the sample that every test run takes. */
export const IS_WHOLE = process.env['INTRAY_FAULTS'] === 'all';

/** Returns how many cases to try: few in every test run, many in the whole suites. */
export function howMuch(sample: number, whole: number): number {
  return IS_WHOLE ? whole : sample;
}
