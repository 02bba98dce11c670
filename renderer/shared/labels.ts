import type { LocalHealth } from '#contract/outbox.ts';
import type { Text } from '#renderer/text/text.ts';
import { shorten } from '#renderer/ui/format.ts';

// The service may send any text as a word; more than this is no name.
const MAX_LENGTH = 100;
/** A word as programs write it. */
const OF_PROGRAMS = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/** A word of the service for people: `refill_request` reads `Refill request`. What is written otherwise stays as it is. */
export function serviceLabel(word: string): string {
  const short = shorten(word, MAX_LENGTH);
  if (!OF_PROGRAMS.test(word)) return short;
  const words = short.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

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
