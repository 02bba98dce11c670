import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PendingState } from '#contract/records.ts';
import { useText } from '#renderer/text/text.ts';
import { TruncatedText } from '#renderer/ui/TruncatedText.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { PendingLabel } from '../pending/PendingBadge.tsx';
import './list-row.css';

interface ListRowProps {
  /** Icon of the record's type. */
  readonly icon: ReactNode;
  /** Text alternative of the icon. */
  readonly iconLabel: string;
  readonly name: string;
  /** Some of its fields were not as the service's document describes them. */
  readonly isFlagged: boolean;
  /** State of its unsent changes; null if it has none. */
  readonly pending: PendingState | null;
  /** It needs an action by the user: shown in bold. */
  readonly isStrong: boolean;
  /** The row has keyboard focus, so a truncated name is shown in full. */
  readonly isFocused: boolean;
  /** At the right of the name: age or count. */
  readonly aside: ReactNode;
  /** Below the name: patient, facility. */
  readonly about: ReactNode;
  /** At the right of `about`: the record's state as icon and label. */
  readonly state: ReactNode;
  /** The search words to highlight in the name. */
  readonly words?: readonly string[];
  /** A third line, if rows have room for it. */
  readonly below?: ReactNode;
}

const NO_WORDS: readonly string[] = [];

/** A row of a list: two lines, or one in compact mode. Text is aligned left, numbers right. */
export function ListRow({
  icon,
  iconLabel,
  name,
  isFlagged,
  pending,
  isStrong,
  isFocused,
  aside,
  about,
  state,
  words = NO_WORDS,
  below,
}: ListRowProps) {
  const text = useText();
  return (
    <div className="line" data-strong={isStrong ? '' : undefined}>
      <div className="line-icon">
        {icon}
        <span className="visually-hidden">{iconLabel}</span>
      </div>
      <div className="line-body">
        <div className="line-parts">
          <div className="line-part">
            <div className="line-name">
              <TruncatedText text={name} rows={1} isFocused={isFocused} words={words} />
            </div>
            {isFlagged && (
              <span className="line-flag">
                <Icon of={TriangleAlert} size={12} />
                <span className="visually-hidden">{text('flag.mark')}</span>
              </span>
            )}
            {pending !== null && <PendingLabel state={pending} />}
            <div className="line-aside">{aside}</div>
          </div>
          <div className="line-part">
            <div className="line-about">{about}</div>
            <div className="line-state">{state}</div>
          </div>
        </div>
        {below}
      </div>
    </div>
  );
}
