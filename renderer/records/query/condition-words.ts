import { isAnyId } from '#contract/ids.ts';
import type { AnyTerm } from '#contract/query-language.ts';
import type { Text } from '#renderer/text/text.ts';
import { shorten } from '#renderer/ui/format.ts';

const SHOWN = 60;

/** A condition on a chip: `Patient: Ada …x1y2z`, with `Not` before it where it is turned round. */
export function conditionLabel(
  text: Text,
  { isNot }: Pick<AnyTerm, 'isNot'>,
  { name, value }: { readonly name: string; readonly value: string },
): string {
  const shown = `${name}: ${shorten(value, SHOWN)}`;
  return isNot ? text('query.not', { what: shown }) : shown;
}

/** A date on a chip: as it was typed, without its operator. */
export function typedValue(typed: string): string {
  return typed.slice(typed.indexOf(':') + 1);
}

/** A word on a chip: an id by its local name, anything else as it is. */
export function labelOrId(value: string, idLabels: (id: string) => string): string {
  return isAnyId(value) ? idLabels(value) : value;
}
