/** A value in a notification's `props`, which may have any shape (service's document, section 2.4). */
export type PropsNode =
  | { readonly display: 'group'; readonly isList: boolean; readonly entries: readonly PropsEntry[] }
  | { readonly display: 'text'; readonly text: string }
  /** A number as its source text, so that no digit is lost. */
  | { readonly display: 'number'; readonly digits: string }
  | { readonly display: 'yes-no'; readonly isYes: boolean }
  | { readonly display: 'nothing' }
  /** A value below the deepest level that is shown. */
  | { readonly display: 'deeper' };

/**
 * A member of an object with its name, or an element of a list. A list of entries instead of an object, so
 * that no name (such as `__proto__`) has a special meaning.
 */
export interface PropsEntry {
  readonly name: string | null;
  readonly node: PropsNode;
}

export interface ParsedNotificationProps {
  readonly root: PropsNode;
  /** Whether a part of the value is left out because of the limits. */
  readonly isCut: boolean;
}

/** Maximum number of nested levels, and of values, in the tree that is shown. */
export const MAX_NOTIFICATION_PROPS_LEVELS = 16;
export const MAX_NOTIFICATION_PROPS_NODES = 2_000;

/** Marks the end of a text that the cache has truncated. */
const TRUNCATION_MARK = '…';
/** JSON tokens: a whole string, a punctuation character, or a run of other characters. */
const JSON_TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+|"/gs;
const NUMBER = /^-?\d[\d.eE+-]*$/;

interface OpenGroup {
  readonly isList: boolean;
  readonly entries: PropsEntry[];
  /** Name of the member whose value is the next token; null in a list. */
  name: string | null;
}

/** Decodes a JSON string token; null if it is invalid. */
function toString(part: string): string | null {
  try {
    const value: unknown = JSON.parse(part);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

function parsePlainValue(part: string): PropsNode | null {
  if (part === 'null') return { display: 'nothing' };
  if (part === 'true' || part === 'false') return { display: 'yes-no', isYes: part === 'true' };
  if (NUMBER.test(part)) return { display: 'number', digits: part };
  const text = part.startsWith('"') ? toString(part) : null;
  return text === null ? null : { display: 'text', text };
}

/** Builds the tree token by token, without recursion. */
class TreeReader {
  readonly #open: OpenGroup[] = [];
  #root: PropsNode | null = null;
  /** The number of open levels below the deepest one that is shown. */
  #below = 0;
  #nodes = 0;

  get root(): PropsNode | null {
    return this.#root;
  }

  get isFull(): boolean {
    return this.#nodes >= MAX_NOTIFICATION_PROPS_NODES;
  }

  get isWhole(): boolean {
    return this.#root !== null && this.#open.length === 0 && this.#below === 0;
  }

  /** Accepts the next token; returns false if it is not valid at this position. */
  take(part: string): boolean {
    if (part === ',' || part === ':') return true;
    if (part === '{' || part === '[') return this.#openGroup(part === '[');
    if (part === '}' || part === ']') return this.#leave(part === ']');
    return this.#below > 0 || this.#addValue(part);
  }

  #openGroup(isList: boolean): boolean {
    if (this.#below > 0 || this.#open.length === MAX_NOTIFICATION_PROPS_LEVELS) {
      this.#below += 1;
      return this.#below > 1 || this.#put({ display: 'deeper' });
    }
    const entries: PropsEntry[] = [];
    if (!this.#put({ display: 'group', isList, entries })) return false;
    this.#open.push({ isList, entries, name: null });
    return true;
  }

  #leave(isList: boolean): boolean {
    if (this.#below > 0) {
      this.#below -= 1;
      return true;
    }
    return this.#open.pop()?.isList === isList;
  }

  #addValue(part: string): boolean {
    const group = this.#open.at(-1);
    if (group !== undefined && !group.isList && group.name === null) {
      group.name = toString(part);
      return group.name !== null;
    }
    const node = parsePlainValue(part);
    return node !== null && this.#put(node);
  }

  #put(node: PropsNode): boolean {
    const group = this.#open.at(-1);
    if (group === undefined) {
      if (this.#root !== null) return false;
      this.#root = node;
      return true;
    }
    if (!group.isList && group.name === null) return false;
    group.entries.push({ name: group.isList ? null : group.name, node });
    group.name = null;
    this.#nodes += 1;
    return true;
  }
}

/**
 * Parses the text of `props`, which may be truncated, into a tree of limited size. Returns null if it is not
 * JSON. Never throws, at any nesting depth.
 */
export function parseProps(text: string): ParsedNotificationProps | null {
  const isCutOff = text.endsWith(TRUNCATION_MARK);
  const reader = new TreeReader();
  for (const [part] of text.matchAll(JSON_TOKENS)) {
    if (reader.isFull) break;
    if (reader.take(part)) continue;
    if (isCutOff) break;
    return null;
  }
  const { root, isFull, isWhole } = reader;
  if (root === null || !(isWhole || isCutOff || isFull)) return null;
  return { root, isCut: !isWhole };
}
