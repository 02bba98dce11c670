import { Bell, Calendar, ClipboardList, FileText, MessageSquare, type LucideIcon } from 'lucide-react';
import type { NotificationRow } from '#contract/notification.ts';
import type { EpochMs } from '#contract/time.ts';
import { Line } from '#renderer/records/Line.tsx';
import { useFormat } from '#renderer/records/use-format.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { aboutWord, headline } from './model.ts';

interface NotificationLineProps {
  readonly row: NotificationRow;
  readonly now: EpochMs;
  readonly isFocused: boolean;
}

// A map, because the kind is the service's text: `constructor` must not find anything.
const ICONS: ReadonlyMap<string, LucideIcon> = new Map([
  ['appointment', Calendar],
  ['message', MessageSquare],
  ['form', FileText],
  ['requisition', ClipboardList],
]);

/** One line of the notifications. Unread is weight and a filled mark, not colour. */
export function NotificationLine({ row, now, isFocused }: NotificationLineProps) {
  const text = useText();
  const { short } = useFormat();
  return (
    <Line
      icon={<Icon of={ICONS.get(row.aboutKind) ?? Bell} />}
      iconWord={aboutWord(row.aboutKind)}
      name={headline(row) || text('notification.untitled')}
      isStrong={!row.read}
      isFlagged={row.flagged}
      pending={row.pending}
      isFocused={isFocused}
      aside={row.createdAt !== null && short(row.createdAt, now)}
      about={row.title.trim() !== '' && <span dir="auto">{row.text}</span>}
      state={
        !row.read && (
          <>
            <StatusMark shape="filled" />
            <span>{text('notification.unread')}</span>
          </>
        )
      }
    />
  );
}
