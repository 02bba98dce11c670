import { BellRing, Flag } from 'lucide-react';
import type { EpochMs } from '#contract/time.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import './line-marks.css';

interface RowFollowUpProps {
  readonly followUp: { readonly remindOn: EpochMs | null } | null;
  readonly now: EpochMs;
}

/** That somebody has followed the record of a line up, and whether its reminder has come. */
export function RowFollowUp({ followUp, now }: RowFollowUpProps) {
  const text = useText();
  if (followUp === null) return null;
  const isDue = followUp.remindOn !== null && followUp.remindOn <= now;
  const words = text(isDue ? 'query.line.reminder' : 'query.line.followedUp');
  return (
    <span className="follow-up-mark" data-due={isDue ? '' : undefined} title={words}>
      <Icon of={isDue ? BellRing : Flag} size={12} />
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
