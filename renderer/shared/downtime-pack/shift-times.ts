import { MAX_SHIFTS_PER_DAY, packTimeSchema } from '#contract/downtime-pack.ts';

/**
 * Reads the times of the day as they are typed, such as `6:30, 14:30`.
 * @returns the times in their order, each once; null where one of them is none, there is none, or there are too many
 */
export function parseShiftTimes(typed: string): readonly string[] | null {
  const words = typed.split(/[\s,;،؛]+/u).filter((word) => word !== '');
  const times = [...new Set(words.map((word) => word.padStart('hh:mm'.length, '0')))].toSorted();
  const areValid = times.every((time) => packTimeSchema.safeParse(time).success);
  return areValid && times.length > 0 && times.length <= MAX_SHIFTS_PER_DAY ? times : null;
}
