import { useText } from '#renderer/text/text.ts';
import { IdText } from '#renderer/ui/IdText.tsx';
import { IdMenu } from './IdMenu.tsx';
import { isNameable } from './use-name.ts';

interface IdValueProps {
  readonly id: string | null;
  /** Words where there is none. */
  readonly absent?: string;
}

/** An identifier as the value of a field, or that none was given. One of a person or a place opens into what can be done with it. */
export function IdValue({ id, absent }: IdValueProps) {
  const text = useText();
  if (id === null || id === '') return <span className="absent">{absent ?? text('record.empty')}</span>;
  return isNameable(id) ? <IdMenu id={id} /> : <IdText id={id} show="whole" />;
}
