import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { visibleId } from '#contract/visible-id.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { shorten } from '#renderer/ui/format.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { NamedId } from '../NamedId.tsx';
import { useName } from '../use-name.ts';
import { useSome } from '../use-some.tsx';

interface ChosenIdsProps {
  readonly label: string;
  readonly ids: readonly string[];
  /** What is to be said of one of them. */
  readonly noteOf?: (id: string) => ReactNode;
  readonly onRemove: (id: string) => void;
}

/** The ids of a list, each by its local name, and the way out of it. Nothing where there are none. */
export function ChosenIds({ label, ids, noteOf: getNote, onRemove }: ChosenIdsProps) {
  const [shown, more] = useSome(ids);
  if (ids.length === 0) return null;
  return (
    <>
      <ul className="chosen-ids" aria-label={label}>
        {shown.map((id) => (
          <li key={id}>
            <span className="chosen-id">
              <NamedId id={id} show="whole" />
              <RemoveButton id={id} onPress={() => onRemove(id)} />
            </span>
            {getNote !== undefined && <span className="chosen-note">{getNote(id)}</span>}
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

const NAME_LENGTH = 80;

function RemoveButton({ id, onPress }: { readonly id: string; readonly onPress: () => void }) {
  const text = useText();
  const name = useName(id)?.name ?? visibleId(id);
  return (
    <Button
      tone="quiet"
      size="small"
      icon={<Icon of={X} size={12} />}
      aria-label={text('formEditor.remove', { what: shorten(name, NAME_LENGTH) })}
      onPress={onPress}
    />
  );
}
