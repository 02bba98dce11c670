import {
  CircleAlert,
  CircleArrowUp,
  CircleDashed,
  CircleQuestionMark,
  CircleX,
  type LucideIcon,
} from 'lucide-react';
import type { PendingState } from '#contract/pending-state.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import './pending.css';

const ICONS: Readonly<Record<PendingState, LucideIcon>> = {
  saved: CircleDashed,
  sending: CircleArrowUp,
  uncertain: CircleQuestionMark,
  'needs-you': CircleAlert,
  rejected: CircleX,
};

/** How an unsent change stands: the same mark, word and colour in lists, records and the activity. */
export function PendingLabel({ state }: { readonly state: PendingState }) {
  const text = useText();
  return (
    <span className="pending-word" data-state={state}>
      <Icon of={ICONS[state]} size={12} />
      {text(`pending.state.${state}`)}
    </span>
  );
}
