import type { PackSchedule } from '#contract/downtime-pack.ts';
import type { AppError } from '#contract/result.ts';
import { getErrorSentence, type FirstTextFunction } from '#renderer/text/first-text.ts';
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
  readonly text: FirstTextFunction;
  readonly format: DateFormat;
  readonly now: Parameters<DateFormat['asOf']>[1];
}

/** Returns why a pack could not be made, as a sentence. */
export function explainPackFailure(error: AppError, text: FirstTextFunction): string {
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
