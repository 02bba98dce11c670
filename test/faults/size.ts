/** Whether the whole suites are wanted, or the sample that every test run takes. */
export const IS_WHOLE = process.env['INTRAY_FAULTS'] === 'all';

/** How much of something is tried: little in every test run, much by the whole suites. */
export function howMuch(sample: number, whole: number): number {
  return IS_WHOLE ? whole : sample;
}
