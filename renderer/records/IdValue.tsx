import { useText } from '#renderer/text/text.ts';
import { IdText } from '#renderer/ui/IdText.tsx';

interface IdValueProps {
  readonly id: string | null;
  /** Words where there is none. */
  readonly absent?: string;
}

/** A whole identifier as the value of a field, or that none was given. */
export function IdValue({ id, absent }: IdValueProps) {
  const text = useText();
  if (id === null || id === '') return <span className="absent">{absent ?? text('record.empty')}</span>;
  return <IdText id={id} show="whole" />;
}
