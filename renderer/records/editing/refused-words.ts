import { toPrefix, type IdListFamily, type Refusal } from '#renderer/state/form-draft-ids.ts';
import type { Text } from '#renderer/text/text.ts';
import { shorten } from '#renderer/ui/format.ts';

const MAX_NAMED = 5;
const ID_LENGTH = 60;

function toText(text: Text, family: IdListFamily, { id: whole, why }: Refusal): string {
  const id = shorten(whole, ID_LENGTH);
  const prefix = toPrefix(family) ?? '';
  if (why === 'id')
    return text(prefix === '' ? 'formEditor.refused.idPlain' : 'formEditor.refused.id', { id, prefix });
  return text(`formEditor.refused.${why}`, { id, prefix });
}

/** Which ids are not taken into a list, and why, in words. */
export function refusedText(text: Text, family: IdListFamily, refused: readonly Refusal[]): string {
  const named = refused.slice(0, MAX_NAMED).map((refusal) => toText(text, family, refusal));
  const more = refused.length - named.length;
  return [...named, ...(more > 0 ? [text('formEditor.refused.more', { count: more })] : [])].join(' ');
}
