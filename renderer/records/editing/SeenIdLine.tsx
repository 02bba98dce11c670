import { IdText } from '#renderer/ui/IdText.tsx';

interface KnownIdRowProps {
  readonly item: { readonly id: string; readonly name: string | null };
}

/** One id to choose: by its local name with the end of the id, or whole where it has none. */
export function KnownIdRow({ item }: KnownIdRowProps) {
  return (
    <>
      {item.name !== null && <bdi>{item.name}</bdi>}
      <span className={item.name === null ? '' : 'combo-item-quiet'}>
        <IdText id={item.id} show={item.name === null ? 'whole' : 'end'} />
      </span>
    </>
  );
}
