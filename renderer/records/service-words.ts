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
