import { useEffect, useState } from 'react';
import { useText } from '#renderer/text/text.ts';
import { type ChangelogVersion, readNewestChanges } from './read-changelog.ts';
import styles from './help.module.css';

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
