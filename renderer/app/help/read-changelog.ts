/** An entry of the changelog, as one line. */
export interface ChangelogEntry {
  readonly kind: 'Added' | 'Changed' | 'Fixed' | 'Security';
  readonly words: string;
}

const ENTRY = /^- (Added|Changed|Fixed|Security): ([\s\S]+)$/;

function toEntry(block: string): readonly ChangelogEntry[] {
  const [, kind, words = ''] = ENTRY.exec(block.trim()) ?? [];
  return kind === undefined
    ? []
    : [{ kind: kind as ChangelogEntry['kind'], words: words.replaceAll(/\s+/g, ' ').replaceAll('`', '') }]; // The pattern allows no other kind.
}

/**
 * Returns the entries of the newest version of a changelog that has any, newest entry first.
 * @param limit maximum number of entries
 */
export function readNewestChanges(changelog: string, limit: number): readonly ChangelogEntry[] {
  for (const section of changelog.split(/^## /m).slice(1)) {
    const [, ...lines] = section.split('\n');
    const entries = lines
      .join('\n')
      .split(/\n(?=- )/)
      .flatMap(toEntry);
    // Entries are added at the end of their version.
    if (entries.length > 0) return entries.toReversed().slice(0, limit);
  }
  return [];
}
