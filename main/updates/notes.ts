import { MAX_RELEASE_NOTES_LENGTH } from '#contract/updates.ts';

/**
 * Control characters other than the line feed, and those that reverse or hide text; release notes need none.
 */
const HIDDEN = /[^\P{Cc}\n]|[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** Returns release notes as plain text: well-formed, without hidden characters, cut at the longest length. */
export function sanitizeReleaseNotes(text: string): string {
  const plain = text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(HIDDEN, '').trim();
  return plain.length <= MAX_RELEASE_NOTES_LENGTH
    ? plain
    : `${plain.slice(0, MAX_RELEASE_NOTES_LENGTH - 1).toWellFormed()}…`;
}
