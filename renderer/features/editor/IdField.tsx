import { useCallback } from 'react';
import type { Input } from '#contract/api.ts';
import { ID_PREFIXES } from '#contract/ids.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Combo } from '#renderer/ui/Combo.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import { useAsked } from '#renderer/records/use-asked.ts';

type Seen = Input<'ids.seen'>;

interface IdFieldProps {
  readonly label: string;
  readonly family: Seen['family'];
  readonly as?: NonNullable<Seen['as']>;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly help?: string;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  readonly anchor: string;
}

/** Somebody or some place, by id: chosen among those that were seen before, by local name or id, or typed whole. */
export function IdField({ family, as = 'any', value, help, ...rest }: IdFieldProps) {
  const text = useText();
  const { calls } = useDesk();
  const search = value.trim();
  const ask = useCallback(() => calls['ids.seen']({ family, as, search }), [calls, family, as, search]);
  const answer = useAsked(ask);
  const items = answer?.items ?? [];
  const name = items.find(({ id }) => id === search)?.name ?? null;
  return (
    <Combo
      {...rest}
      value={value}
      items={items.map((item) => ({ ...item, value: item.id }))}
      showLabel={text('editor.showAll', { what: rest.label })}
      emptyWords={
        answer === null ? text('editor.looking') : text('editor.nobody', { prefix: ID_PREFIXES[family] })
      }
      help={name === null ? help : <bdi className="editor-chosen">{name}</bdi>}
      renderItem={(item) => (
        <>
          {item.name !== null && <bdi>{item.name}</bdi>}
          <span className={item.name === null ? '' : 'combo-item-quiet'}>
            <IdText id={item.id} show={item.name === null ? 'whole' : 'end'} />
          </span>
        </>
      )}
    />
  );
}
