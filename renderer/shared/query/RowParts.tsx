import { BellRing, Flag } from 'lucide-react';
import type { EpochMs } from '#contract/time.ts';
import { useText } from '#renderer/text/text.ts';
import { Highlighted } from '#renderer/ui/Highlighted.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import type { AgeTextWithTone } from '../record/date-time.tsx';
import styles from './ListRow.module.css';
import partStyles from './RowParts.module.css';

interface RowFollowUpProps {
  readonly followUp: { readonly remindOn: EpochMs | null } | null;
  readonly now: EpochMs;
}

/** The follow-up mark of a row's record, and whether its reminder is due. */
export function RowFollowUp({ followUp, now }: RowFollowUpProps) {
  const text = useText();
  if (followUp === null) return null;
  const isDue = followUp.remindOn !== null && followUp.remindOn <= now;
  const words = text(isDue ? 'query.row.reminder' : 'query.row.followedUp');
  return (
    <span className={styles.followUpMark} data-due={isDue ? '' : undefined} title={words}>
      <Icon shape={isDue ? BellRing : Flag} size={12} />
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

/** The age at the right end of a row; empty if it is unknown. */
export function RowAge({ age }: { readonly age: AgeTextWithTone | null }) {
  return (
    age !== null && (
      <span className={partStyles.lineAge} data-tone={age.tone} data-tooltip-cut="">
        {age.shape !== undefined && <StatusMark shape={age.shape} />}
        {age.shortWords === undefined ? (
          age.words
        ) : (
          <>
            <span className={partStyles.lineAgeWords}>{age.words}</span>
            <span className={partStyles.lineAgeShort} aria-hidden>
              {age.shortWords}
            </span>
          </>
        )}
      </span>
    )
  );
}

/** Maximum number of characters before the first match: in a narrow row the match itself must be visible. */
const BEFORE_HIT = 24;

/**
 * Shortens an excerpt so that it begins just before the first match, at the beginning of a word if possible.
 */
export function trimExcerptStartToMatch(excerpt: string, words: readonly string[]): string {
  const normalizedText = excerpt.toLowerCase();
  const found = words.map((word) => normalizedText.indexOf(word.toLowerCase())).filter((at) => at >= 0);
  const first = found.length === 0 ? 0 : Math.min(...found);
  if (first <= BEFORE_HIT) return excerpt;
  const cut = excerpt.indexOf(' ', first - BEFORE_HIT);
  return `…${excerpt.slice(cut >= 0 && cut < first ? cut + 1 : first)}`;
}

/** A match of the search in a record: the part of the record and an excerpt. */
export interface SearchHit {
  /** Name of the part of the record in which the match is. */
  readonly where: string;
  readonly excerpt: string;
}

interface SearchHitExcerptProps {
  /** Where the search matched; null where the name shows it. */
  readonly hit: SearchHit | null;
  /** The search words, to highlight them. */
  readonly words: readonly string[];
}

/** The excerpt of a match that the name does not show. Without one, an empty line keeps the row's height. */
export function SearchHitExcerpt({ hit, words }: SearchHitExcerptProps) {
  return (
    <div className={partStyles.lineHit} dir="auto">
      {hit !== null && (
        <>
          <span className={partStyles.lineHitWhere}>{hit.where}</span>{' '}
          <bdi>
            <Highlighted text={trimExcerptStartToMatch(hit.excerpt, words)} words={words} />
          </bdi>
        </>
      )}
    </div>
  );
}
