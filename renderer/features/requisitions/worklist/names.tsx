import { idParts } from '#renderer/ui/format.ts';
import { IdText } from '#renderer/ui/IdText.tsx';

/** An id in a text of its own: its prefix and its end. */
export function idTail(id: string): string {
  const { prefix, middle, end } = idParts(id);
  return `${prefix}${middle === '' ? '' : '…'}${end}`;
}

/** Somebody, or a place, on a line of the list: the end of the id. */
export function Named({ id }: { readonly id: string }) {
  return <IdText id={id} show="end" />;
}
