import { splitIdForDisplay, truncateWithEllipsis } from './format.ts';
import styles from './Text.module.css';

interface IdTextProps {
  readonly id: string;
  /** `end`: the prefix and the last characters; `whole`: every character. */
  readonly show: 'end' | 'whole';
  /** `muted`: small, beside the name that it belongs to. */
  readonly tone?: 'plain' | 'muted';
}

// Ids are shorter than this; longer text in place of an id is truncated.
const MAX_LENGTH = 260;
const MAX_BARE = 24;

/** An id with a muted prefix and a prominent end, isolated from the text direction around it. */
export function IdText({ id, show, tone = 'plain' }: IdTextProps) {
  const { prefix, middle, end } = splitIdForDisplay(truncateWithEllipsis(id, MAX_LENGTH));
  const muted = show === 'end' && middle !== '' ? `${prefix}…` : prefix;
  return (
    <bdi className={styles.idText} dir="ltr" data-show={show} data-tone={tone}>
      {muted !== '' && <span className={styles.idPrefix}>{muted}</span>}
      {show === 'whole' && middle}
      <span className={styles.idEnd}>
        {show === 'end' && prefix === '' ? truncateWithEllipsis(end, MAX_BARE) : end}
      </span>
    </bdi>
  );
}
