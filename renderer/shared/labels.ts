import type { LocalStoreHealth } from '#contract/outbox.ts';
import { joinTexts, type TextFunction } from '#renderer/text/text.ts';
import { humanizeCode } from './humanize-code.ts';

/** The kinds of objects that notifications are commonly about; the service may send any other. */
export const COMMON_ABOUT_KINDS = ['appointment', 'message', 'requisition', 'form', 'prescription'] as const;

/** Returns the label of the kind of object that a notification is about; a kind that is not common is formatted as sent. */
export function getAboutKindLabel(text: TextFunction, kind: string): string {
  const known = COMMON_ABOUT_KINDS.find((common) => common === kind);
  return known === undefined ? humanizeCode(kind) : text(`inbox.kind.${known}`);
}

/**
 * Returns the label of the status of an appointment: of the one that the service's document names (section 3); any other is
 * formatted as sent.
 */
export function getAppointmentStatusLabel(text: TextFunction, status: string): string {
  return status === 'scheduled' ? text('appointment.scheduled') : humanizeCode(status);
}

function formatLoss(text: TextFunction, { state, lost }: LocalStoreHealth): string {
  if (lost === null) return text('activity.localStore.lostUnknown');
  if (lost > 0) return text('activity.localStore.lost', { count: lost });
  return state === 'recovered' ? text('activity.localStore.lostNone') : '';
}

function formatIncompleteData(text: TextFunction, { incomplete = [] }: LocalStoreHealth): string {
  if (incomplete.length === 0) return '';
  const what = joinTexts(
    incomplete.map((each) => text(`activity.localStore.kept.${each}`)),
    'unit',
  );
  return text('activity.localStore.incomplete', { what });
}

/** What happened to the local store's file and what was lost, as text; empty if it is intact. */
export function formatLocalStoreDamage(text: TextFunction, local: LocalStoreHealth): string {
  if (local.state === 'fine') return '';
  const what =
    local.state === 'recovered'
      ? text('activity.localStore.recovered', { count: local.carried })
      : text(`activity.localStore.${local.state}`);
  return [what, formatLoss(text, local), formatIncompleteData(text, local)]
    .filter((words) => words !== '')
    .join(' ');
}
