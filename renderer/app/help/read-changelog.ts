/** An entry of the changelog, as one line. */
export interface ChangelogEntry {
  readonly kind: 'Added' | 'Changed' | 'Fixed' | 'Security';
  readonly words: string;
}

/** A version with its entries. */
export interface ChangelogVersion {
  /** For example `0.2.0`; empty for changes that no version has yet. */
  readonly version: string;
  readonly entries: readonly ChangelogEntry[];
}

const ENTRY = /^- (Added|Changed|Fixed|Security): ([\s\S]+)$/;
const UNRELEASED = 'Unreleased';

function toEntry(block: string): readonly ChangelogEntry[] {
  const [, kind, words = ''] = ENTRY.exec(block.trim()) ?? [];
  return kind === undefined
    ? []
    : [{ kind: kind as ChangelogEntry['kind'], words: words.replaceAll(/\s+/g, ' ').replaceAll('`', '') }]; // The pattern allows no other kind.
}

/**
 * Returns the newest version of a changelog that has entries, newest entry first; null where there is none.
 * @param limit maximum number of entries
 */
export function readNewestChanges(changelog: string, limit: number): ChangelogVersion | null {
  for (const section of changelog.split(/^## /m).slice(1)) {
    const [title = '', ...lines] = section.split('\n');
    const entries = lines
      .join('\n')
      .split(/\n(?=- )/)
      .flatMap(toEntry);
    if (entries.length === 0) continue;
    const version = title.trim() === UNRELEASED ? '' : title.trim();
    // Entries are added at the end of their version.
    return { version, entries: entries.toReversed().slice(0, limit) };
  }
  return null;
}
