import { useEffect, useState } from 'react';
import { useText } from '#renderer/text/text.ts';
import styles from './help.module.css';

/** An entry of the changelog, as one line. */
interface ChangelogEntry {
  readonly kind: 'Added' | 'Changed' | 'Fixed' | 'Security';
  readonly words: string;
}

/** A version with its entries. */
interface ChangelogVersion {
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

const SHOWN = 15;

/** What the newest version has changed, as the changelog says it. */
export function NewsPage() {
  const text = useText();
  const [news, setNews] = useState<ChangelogVersion | null>(null);
  useEffect(() => {
    let isShown = true;
    // The changelog is a part of the bundle of its own, which is read only here.
    void import('../../../CHANGELOG.md?raw').then(({ default: changelog }) => {
      if (isShown) setNews(readNewestChanges(changelog, SHOWN));
    });
    return () => {
      isShown = false;
    };
  }, []);
  if (news === null) return null;
  return (
    <section className={styles.part}>
      <h2>
        {news.version === ''
          ? text('help.news.unreleased')
          : text('help.news.version', { version: news.version })}
      </h2>
      <p className="muted">{text('help.news.lead')}</p>
      <ul className={styles.entries} lang="en" dir="ltr">
        {news.entries.map(({ kind, words }) => (
          <li key={words}>
            <span className={styles.entryKind}>{kind}:</span> {words}
          </li>
        ))}
      </ul>
    </section>
  );
}
