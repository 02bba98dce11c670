import type { Text } from '#renderer/text/text.ts';

const KILOBYTE = 1_000;
const MEGABYTE = 1_000_000;

/** A size for people: whole kilobytes, megabytes with one decimal. */
export function sizeText(text: Text, bytes: number): string {
  if (bytes < MEGABYTE) return text('paper.size.kilobytes', { amount: String(Math.ceil(bytes / KILOBYTE)) });
  return text('paper.size.megabytes', { amount: (bytes / MEGABYTE).toFixed(1) });
}
