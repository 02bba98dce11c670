import {
  Bell,
  Calendar,
  Check,
  ClipboardList,
  FileText,
  MessageSquare,
  Pill,
  type LucideIcon,
} from 'lucide-react';
import type { InboxLine as Row } from '#contract/inbox.ts';
import type { EpochMs } from '#contract/time.ts';
import { Line } from '#renderer/records/Line.tsx';
import { NamedId } from '#renderer/records/NamedId.tsx';
import { serviceWord } from '#renderer/records/service-words.ts';
import { useFormat } from '#renderer/records/use-format.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { Marked } from '#renderer/ui/Marked.tsx';
import { headline } from './model.ts';

interface InboxLineProps {
  readonly row: Row;
  readonly now: EpochMs;
  /** It stands under the heading of its day. */
  readonly isUnderDay: boolean;
  readonly isFocused: boolean;
  readonly isPicked: boolean;
  /** What was looked for. */
  readonly words: readonly string[];
}

// A map, because the kind is the service's text: `constructor` must not find anything.
const ICONS: ReadonlyMap<string, LucideIcon> = new Map([
  ['appointment', Calendar],
  ['message', MessageSquare],
  ['form', FileText],
  ['requisition', ClipboardList],
  ['prescription', Pill],
]);

/** One line of the inbox. Unread is weight and a dot, not colour. */
export function InboxLine({ row, now, isUnderDay, isFocused, isPicked, words }: InboxLineProps) {
  const text = useText();
  const kind = serviceWord(row.aboutKind);
  return (
    <Line
      icon={<Icon of={isPicked ? Check : (ICONS.get(row.aboutKind) ?? Bell)} />}
      iconWord={isPicked ? text('worklist.row.picked') : kind}
      name={headline(row) || text('notification.untitled')}
      words={words}
      isStrong={row.unread > 0}
      isFlagged={row.flagged}
      pending={row.pending}
      isFocused={isFocused}
      aside={
        <>
          <Fold row={row} /> <LineWhen at={row.createdAt} now={now} isUnderDay={isUnderDay} />
        </>
      }
      about={
        row.title.trim() !== '' && (
          <span dir="auto">
            <Marked text={row.text} words={words} />
          </span>
        )
      }
      state={
        <>
          {kind !== '' && (
            <span className="inbox-kind" dir="auto">
              {kind}
            </span>
          )}
          {row.user !== '' && <NamedId id={row.user} show="end" />}
        </>
      }
    />
  );
}

/** How many alerts are folded into a line, and how many of them are unread. */
function Fold({ row: { alerts, unread } }: Pick<InboxLineProps, 'row'>) {
  const text = useText();
  if (alerts === 1)
    return unread > 0 && <span className="visually-hidden">{text('notification.unread')}</span>;
  const all = text('inbox.alerts', { count: alerts });
  return (
    <span className="inbox-fold">
      {unread === 0 ? all : `${all}, ${text('inbox.unreadCount', { count: unread })}`}
    </span>
  );
}

interface LineWhenProps extends Pick<InboxLineProps, 'now' | 'isUnderDay'> {
  readonly at: EpochMs | null;
}

/** When it was made: the time alone where the day stands above it, for those who see that. */
function LineWhen({ at, now, isUnderDay }: LineWhenProps) {
  const { short, time, date } = useFormat();
  if (at === null) return null;
  if (!isUnderDay) return short(at, now);
  return (
    <>
      <span className="visually-hidden">{date(at)}, </span>
      {time(at)}
    </>
  );
}
