/**
 * A JSON value as indented text, for a person to read. Walks with a stack of its own, because a value may be
 * nested deeper than the language's own printer survives, and stops at the limit.
 */
type Step = { readonly text: string } | { readonly value: unknown; readonly depth: number };

const INDENT_LIMIT = 40;

function lineBreak(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, INDENT_LIMIT))}`;
}

function entriesOf(value: object): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((element): readonly [string, unknown] => ['', element]);
  return Object.entries(value).map(([key, inner]): readonly [string, unknown] => [
    `${JSON.stringify(key)}: `,
    inner,
  ]);
}

function open(value: object, depth: number): readonly Step[] {
  const [first, last] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const entries = entriesOf(value);
  if (entries.length === 0) return [{ text: `${first}${last}` }];
  const inner = entries.flatMap(([label, element], index): readonly Step[] => [
    { text: `${index === 0 ? '' : ','}${lineBreak(depth + 1)}${label}` },
    { value: element, depth: depth + 1 },
  ]);
  return [{ text: first }, ...inner, { text: `${lineBreak(depth)}${last}` }];
}

/**
 * Prints a parsed JSON value.
 * @param limit characters at most; a longer text ends in an ellipsis
 */
export function tidyText(value: unknown, limit: number): string {
  const pending: Step[] = [{ value, depth: 0 }];
  let printed = '';
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    if (printed.length > limit) return `${printed.slice(0, limit - 1)}…`;
    if ('text' in step) printed += step.text;
    else if (typeof step.value === 'object' && step.value !== null)
      pending.push(...open(step.value, step.depth).slice(0, limit).toReversed());
    else printed += JSON.stringify(step.value) ?? 'null';
  }
  return printed.length > limit ? `${printed.slice(0, limit - 1)}…` : printed;
}
