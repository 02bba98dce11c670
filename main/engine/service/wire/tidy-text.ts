import { isJsonObject } from './fields.ts';

/** An object or array that is being printed. */
interface Frame {
  readonly parts: Iterator<readonly [label: string, value: unknown]>;
  readonly close: string;
  isEmpty: boolean;
}

const INDENT_LIMIT = 40;

function lineBreak(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, INDENT_LIMIT))}`;
}

// Written as generators, so that of a huge object only what is printed is ever looked at.
function* getMembers(value: Readonly<Record<string, unknown>>): Iterator<readonly [string, unknown]> {
  for (const name in value) if (Object.hasOwn(value, name)) yield [`${JSON.stringify(name)}: `, value[name]];
}

function* toElements(value: readonly unknown[]): Iterator<readonly [string, unknown]> {
  for (const element of value) yield ['', element];
}

/**
 * Prints a parsed JSON value as indented text, for a person to read. Walks with a stack of its own, because a value may
 * be nested deeper than the language's own printer survives, and stops at the limit.
 * @param limit characters at most; a longer text ends in an ellipsis
 */
export function tidyText(value: unknown, limit: number): string {
  const open: Frame[] = [];
  let printed = '';
  const print = (inner: unknown): void => {
    if (Array.isArray(inner)) {
      open.push({ parts: toElements(inner), close: ']', isEmpty: true });
      printed += '[';
    } else if (isJsonObject(inner)) {
      open.push({ parts: getMembers(inner), close: '}', isEmpty: true });
      printed += '{';
    } else printed += JSON.stringify(typeof inner === 'string' ? inner.slice(0, limit) : inner);
  };
  print(value);
  for (let frame = open.at(-1); frame !== undefined && printed.length <= limit; frame = open.at(-1)) {
    const next = frame.parts.next();
    if (next.done === true) {
      open.pop();
      printed += `${frame.isEmpty ? '' : lineBreak(open.length)}${frame.close}`;
      continue;
    }
    const [label, inner] = next.value;
    printed += `${frame.isEmpty ? '' : ','}${lineBreak(open.length)}${label}`;
    frame.isEmpty = false;
    print(inner);
  }
  return printed.length > limit ? `${printed.slice(0, limit - 1)}…`.toWellFormed() : printed;
}
