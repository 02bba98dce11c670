import { useText } from '#renderer/text/text.ts';
import { IdText } from '#renderer/ui/IdText.tsx';
import { useName } from './use-name.ts';
import './named-id.css';

interface NamedIdProps {
  readonly id: string;
  /** How much of an id is shown that has no name; beside a name its end is enough. */
  readonly show: 'end' | 'whole';
}

/** An id by the name that this desk gives it, always with the end of the id; the id alone where it has no name. */
export function NamedId({ id, show }: NamedIdProps) {
  const text = useText();
  const found = useName(id);
  if (found === null) return <IdText id={id} show={show} />;
  return (
    <span className="named-id">
      <bdi className="named-id-name">{found.name}</bdi> <IdText id={id} show="end" />
      {found.isShared && <span className="named-id-shared">{text('names.shared')}</span>}
    </span>
  );
}
