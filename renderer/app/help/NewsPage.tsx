import { useEffect, useState } from 'react';
import { useText } from '#renderer/text/text.ts';
import { Disclosure } from '#renderer/ui/Disclosure.tsx';
import { RELEASE_HIGHLIGHT_KEYS, RELEASE_HIGHLIGHTS_VERSION } from './highlights.ts';
import styles from './help.module.css';

/** An entry of the changelog, as one line. */
interface ChangelogEntry {
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

const SHOWN = 15;

/** The highlights of the newest version in the language of the user, and on request the changelog, which is in English. */
export function NewsPage() {
  const text = useText();
  return (
    <section className={styles.part}>
      <h2>{text('help.news.version', { version: RELEASE_HIGHLIGHTS_VERSION })}</h2>
      <ul className={styles.highlights}>
        {RELEASE_HIGHLIGHT_KEYS.map((key) => (
          <li key={key}>{text(key)}</li>
        ))}
      </ul>
      <Disclosure title={text('help.news.all')}>{() => <NewestChanges />}</Disclosure>
    </section>
  );
}

function NewestChanges() {
  const [entries, setEntries] = useState<readonly ChangelogEntry[]>([]);
  useEffect(() => {
    let isShown = true;
    // The changelog is a part of the bundle of its own, which is read only here.
    void import('../../../CHANGELOG.md?raw').then(({ default: changelog }) => {
      if (isShown) setEntries(readNewestChanges(changelog, SHOWN));
    });
    return () => {
      isShown = false;
    };
  }, []);
  return (
    <ul className={styles.entries} lang="en" dir="ltr">
      {entries.map(({ kind, words }) => (
        <li key={words}>
          <span className={styles.entryKind}>{kind}:</span> {words}
        </li>
      ))}
    </ul>
  );
}
