import { truncateWithEllipsis } from '#renderer/ui/format.ts';

// The service may send any text as a code; a longer one is not a name.
const MAX_LENGTH = 100;
/** A code such as `refill_request`: lower-case words with underscores. */
const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/**
 * Formats a code of the service for reading: `refill_request` becomes `Refill request`. Any other text is
 * unchanged.
 */
export function humanizeCode(word: string): string {
  const short = truncateWithEllipsis(word, MAX_LENGTH);
  if (!SNAKE_CASE.test(word)) return short;
  const words = short.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
