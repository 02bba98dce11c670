import type { LocalHealth } from '#contract/outbox.ts';
import type { Text } from '#renderer/text/text.ts';

function lossText(text: Text, { state, lost }: LocalHealth): string {
  if (lost === null) return text('activity.desk.lostUnknown');
  if (lost > 0) return text('activity.desk.lost', { count: lost });
  return state === 'recovered' ? text('activity.desk.lostNone') : '';
}

function restText(text: Text, { incomplete = [] }: LocalHealth): string {
  if (incomplete.length === 0) return '';
  const what = incomplete.map((each) => text(`activity.desk.kept.${each}`)).join(', ');
  return text('activity.desk.incomplete', { what });
}

/** What happened to the file with what exists only here, and what was lost; empty where it is fine. */
export function localFileText(text: Text, stores: LocalHealth): string {
  if (stores.state === 'fine') return '';
  const what = text(`activity.desk.${stores.state}`, { carried: stores.carried });
  return [what, lossText(text, stores), restText(text, stores)].filter((words) => words !== '').join(' ');
}
