import type { DeskHealth } from '#contract/outbox.ts';
import type { Text } from '#renderer/text/text.ts';

function lossWords(text: Text, { state, lost }: DeskHealth): string {
  if (lost === null) return text('activity.desk.lostUnknown');
  if (lost > 0) return text('activity.desk.lost', { count: lost });
  return state === 'recovered' ? text('activity.desk.lostNone') : '';
}

function restWords(text: Text, { incomplete = [] }: DeskHealth): string {
  if (incomplete.length === 0) return '';
  const what = incomplete.map((each) => text(`activity.desk.kept.${each}`)).join(', ');
  return text('activity.desk.incomplete', { what });
}

/** What happened to the file with what exists only here, and what was lost; empty where it is fine. */
export function deskFileWords(text: Text, desk: DeskHealth): string {
  if (desk.state === 'fine') return '';
  const what = text(`activity.desk.${desk.state}`, { carried: desk.carried });
  return [what, lossWords(text, desk), restWords(text, desk)].filter((words) => words !== '').join(' ');
}
