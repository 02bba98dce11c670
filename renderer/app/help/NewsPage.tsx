import { useEffect, useState } from 'react';
import { useText } from '#renderer/text/text.ts';
import { Disclosure } from '#renderer/ui/Disclosure.tsx';
import { HIGHLIGHT_KEYS, HIGHLIGHTS_VERSION } from './highlights.ts';
import { type ChangelogEntry, readNewestChanges } from './read-changelog.ts';
import styles from './help.module.css';

const SHOWN = 15;

/** The highlights of the newest version in the language of the user, and on request the changelog, which is in English. */
export function NewsPage() {
  const text = useText();
  return (
    <section className={styles.part}>
      <h2>{text('help.news.version', { version: HIGHLIGHTS_VERSION })}</h2>
      <ul className={styles.highlights}>
        {HIGHLIGHT_KEYS.map((key) => (
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
