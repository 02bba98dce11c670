import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PendingState } from '#contract/records.ts';
import { useText } from '#renderer/text/text.ts';
import { TruncatedText } from '#renderer/ui/TruncatedText.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { PendingStateLabel } from '../pending/PendingBadge.tsx';
import { SearchHitExcerpt, type SearchHit } from './RowParts.tsx';
import styles from './ListRow.module.css';

interface ListRowProps {
  /** The icon of the record's type, at the left. */
  readonly icon: ReactNode;
  /** Text alternative of the icon. */
  readonly iconLabel: string;
  readonly name: string;
  /** The person whom the record is about, before the name: the name is then in the second line. */
  readonly lead?: ReactNode;
  /** `flagged`: fields of the record deviate from the service's document. `pending`: the state of its unsent changes. */
  readonly row: { readonly flagged: boolean; readonly pending: PendingState | null };
  /** The record needs an action by the user or has changed: shown in bold. */
  readonly isStrong: boolean;
  /** The row has keyboard focus, so a truncated name is shown in full. */
  readonly isFocused: boolean;
  /** Content at the right of the name: age or count. */
  readonly aside: ReactNode;
  /** Content below the name, such as patient and facility. */
  readonly about: ReactNode;
  /** At the right of `about`: the record's state as icon and label. */
  readonly state: ReactNode;
  /** The search words to highlight in the name. */
  readonly words?: readonly string[];
  /**
   * Where a search was found outside the name, in a third line; null if the name shows it. Omitted if rows have
   * no third line.
   */
  readonly hit?: SearchHit | null;
  /** `message`: a dot shows that it needs an action, and its state is quiet. */
  readonly look?: 'record' | 'message';
}

const NO_WORDS: readonly string[] = [];

/** A row of a list: two lines, or one in compact mode. Text is aligned left, numbers right. */
export function ListRow({
  icon,
  iconLabel,
  name,
  lead,
  row: { flagged, pending },
  isStrong,
  isFocused,
  aside,
  about,
  state,
  words = NO_WORDS,
  hit,
  look = 'record',
}: ListRowProps) {
  const text = useText();
  const hasLead = Boolean(lead);
  const title = (
    <div className={styles.lineName}>
      <TruncatedText text={name} rows={1} isFocused={isFocused} words={words} />
    </div>
  );
  return (
    <div
      className={styles.line}
      data-look={look}
      data-strong={isStrong ? '' : undefined}
      data-lead={hasLead ? '' : undefined}
    >
      <div className={styles.lineIcon}>
        {icon}
        <span className="visually-hidden">{iconLabel}</span>
      </div>
      <div className={styles.lineBody}>
        <div className={styles.lineParts}>
          <div className={styles.linePart}>
            {hasLead ? <div className={styles.lineLead}>{lead}</div> : title}
            {flagged && (
              <span className={styles.lineFlag}>
                <Icon shape={TriangleAlert} size={12} />
                <span className="visually-hidden">{text('flag.mark')}</span>
              </span>
            )}
            {pending !== null && (
              <span className={styles.linePending}>
                <PendingStateLabel state={pending} />
              </span>
            )}
            <div className={styles.lineAside}>{aside}</div>
          </div>
          <div className={styles.linePart}>
            {hasLead && title}
            <div className={styles.lineAbout}>{about}</div>
            <div className={styles.lineState}>{state}</div>
          </div>
        </div>
        {hit !== undefined && words.length > 0 && <SearchHitExcerpt hit={hit} words={words} />}
      </div>
    </div>
  );
}
