import { MAX_SHIFTS_PER_DAY, packTimeSchema, type PackSchedule } from '#contract/downtime-pack.ts';
import type { AppError } from '#contract/result.ts';
import { getErrorSentence, type TextFunction } from '#renderer/text/text.ts';
import type { DateFormat } from '#renderer/ui/format.ts';

/** The age from which a pack is too old to rely on, in milliseconds. */
const OLD_MS = 86_400_000;

/** What is said about the newest downtime pack. */
export interface PackDescription {
  readonly sentences: readonly string[];
  /** Whether there is no pack to rely on, or the last attempt failed. */
  readonly isWarning: boolean;
}

interface Context {
  readonly text: TextFunction;
  readonly format: DateFormat;
  readonly now: Parameters<DateFormat['asOf']>[1];
}

/** Returns why a pack could not be made, as a sentence. */
export function explainPackFailure(error: AppError, text: TextFunction): string {
  if (error.code === 'not-found') return text('packs.folderGone');
  return error.code === 'too-large' ? text('packs.tooLarge') : getErrorSentence(error);
}

function describeMade(made: PackSchedule['made'], { text, format, now }: Context): PackDescription {
  if (made === null) return { sentences: [text('packs.none')], isWarning: true };
  const { at, missing, file } = made;
  const when = format.asOf(at, now);
  if (file === 'gone')
    return { sentences: [text('packs.gone', { when: format.dateTime(at) })], isWarning: true };
  const isOld = now - at >= OLD_MS;
  const isToday = format.days(at, now) === 0;
  const age = text(isOld ? 'packs.old' : isToday ? 'packs.ofToday' : 'packs.of', { when });
  const lacks = missing === 0 ? [] : [text('packs.missing', { count: missing })];
  return { sentences: [age, ...lacks], isWarning: isOld };
}

/** Returns what is said about the newest downtime pack of a schedule that is on. */
export function describeNewestPack({ made, failure }: PackSchedule, context: Context): PackDescription {
  const { text, format, now } = context;
  const about = describeMade(made, context);
  if (failure === null) return about;
  const failed = text('packs.failed', {
    when: format.asOf(failure.at, now),
    why: explainPackFailure(failure.error, text),
  });
  return { sentences: [...about.sentences, failed], isWarning: true };
}

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
