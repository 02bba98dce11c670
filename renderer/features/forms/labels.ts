import type { UnpublishedFormChangesInfo } from '#contract/completion-requests.ts';
import type { FormPublicationState, UsableBy, FormListRow } from '#contract/forms.ts';
import type { EpochMs } from '#contract/time.ts';
import { getAgeTone, type AgeTextWithTone } from '#renderer/shared/record/date-time.tsx';
import {
  FORM_USABLE_BY_SET_NAMES,
  type FormUsableBySetName,
} from '#renderer/state/forms/form-draft-fields.ts';
import { joinTexts, type TextFunction } from '#renderer/text/text.ts';
import type { StatusMarkShape } from '#renderer/ui/StatusMark.tsx';
import type { DateFormat } from '#renderer/ui/format.ts';

/** Icon shape of each form state. */
export const FORM_STATE_ICON_SHAPES: Readonly<Record<FormPublicationState, StatusMarkShape>> = {
  never_published: 'ring',
  published: 'filled',
  unpublished_changes: 'half',
};

/** Returns the sets of permitted users that are not empty, each with its ids. */
export function listNonEmptyUserSets(
  usableBy: UsableBy,
): readonly { readonly set: FormUsableBySetName; readonly ids: readonly string[] }[] {
  return FORM_USABLE_BY_SET_NAMES.map((set) => ({ set, ids: usableBy[set] })).filter(
    ({ ids }) => ids.length > 0,
  );
}

type Days = Pick<DateFormat, 'days'>;

type FormUserCounts = Readonly<Record<FormUsableBySetName | 'otherLimits', number>>;

/** Who may use a form, as text: `Everyone`, `2 centers, 1 person`, `1 person, other limits`, `No one`. */
export function formatUsableBy(
  text: TextFunction,
  { usableByAll, otherLimits, ...sets }: FormUserCounts & { readonly usableByAll: boolean },
): string {
  if (usableByAll) return text('form.everyone');
  const named = FORM_USABLE_BY_SET_NAMES.filter((set) => sets[set] > 0);
  if (named.length === 0) return text(otherLimits === 0 ? 'form.noUsers' : 'form.otherLimitsAlone');
  const counts = named.map((set) => text(`form.${set}Count`, { count: sets[set] }));
  return joinTexts(otherLimits === 0 ? counts : [...counts, text('form.otherLimits')], 'unit');
}

/** Days between two times, never negative. */
function countDaysSince({ days }: Days, from: EpochMs, now: EpochMs): number {
  return Math.max(0, days(from, now));
}

/** The number of open requests and the age of the oldest; null if there is none. */
export function toOpenRequestsAgeText(
  text: TextFunction,
  { openRequests, oldestRequestAt }: Pick<FormListRow, 'openRequests' | 'oldestRequestAt'>,
  now: EpochMs,
  format: Days,
): AgeTextWithTone | null {
  if (openRequests === 0) return null;
  const asked = text('formList.row.asked', { count: openRequests });
  if (oldestRequestAt === null) return { words: asked, tone: 'calm' };
  const count = countDaysSince(format, oldestRequestAt, now);
  const age = count === 0 ? text('formList.row.oldestToday') : text('formList.row.oldestDays', { count });
  return { words: text('formList.row.oldest', { asked, age }), tone: getAgeTone(count) };
}

/** Returns as text for how long at least a form is known to have unpublished changes; null if it has none. */
export function formatUnpublishedSince(
  text: TextFunction,
  unpublishedSince: EpochMs | null,
  now: EpochMs,
  format: Days,
): string | null {
  if (unpublishedSince === null) return null;
  const count = countDaysSince(format, unpublishedSince, now);
  return count === 0 ? text('formList.row.aheadToday') : text('formList.row.ahead', { count });
}

/** One sentence on what unpublished changes mean for patients. */
export function explainUnpublishedChanges(
  text: TextFunction,
  {
    unpublishedSince,
    askedSince,
  }: Pick<UnpublishedFormChangesInfo, 'askedSince'> & { readonly unpublishedSince: EpochMs },
  now: EpochMs,
  format: Days,
): string {
  const count = countDaysSince(format, unpublishedSince, now);
  const ahead = count === 0 ? text('form.means.aheadToday') : text('form.means.ahead', { count });
  // None is not said: the changes may be older, and patients who were asked before see the older version too.
  if (askedSince === 0) return text('form.means.aheadAlone', { ahead });
  const asked = text('form.means.askedSince', { count: askedSince });
  return text('form.means.aheadAndAsked', { ahead, asked });
}
