import { CircleDashed } from 'lucide-react';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { useRecordWrites } from './record-writes.ts';

interface UnsentMarkProps {
  /** The service's names of the fields that are shown beside the mark. */
  readonly of: readonly string[];
}

/** Says that a field has an unsent change. Nothing where it has none. */
export function UnsentMark({ of }: UnsentMarkProps) {
  const text = useText();
  const writes = useRecordWrites();
  const isUnsent = writes.some(({ fields }) => fields.some(({ field }) => of.includes(field)));
  if (!isUnsent) return null;
  return (
    <span className="unsent-mark" title={text('pending.unsent')}>
      <Icon of={CircleDashed} size={12} />
      <span className="visually-hidden">{text('pending.unsent')}</span>
    </span>
  );
}
