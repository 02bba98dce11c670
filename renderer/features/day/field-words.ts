import type { Text } from '#renderer/text/text.ts';
import { day } from '#renderer/text/en-day.ts';

type Field = keyof typeof day.day.field;

function isField(name: string): name is Field {
  return Object.hasOwn(day.day.field, name);
}

/** Fields of an appointment, by the service's names, in words. */
export function fieldLabels(text: Text, names: readonly string[]): string {
  return names.map((name) => (isField(name) ? text(`day.field.${name}`) : name)).join(', ');
}
