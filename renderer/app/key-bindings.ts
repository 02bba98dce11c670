import type { Settings } from '#contract/settings.ts';
import { isPageOnlyCommand, type AnyCommandId } from './command.ts';
import { APP_COMMANDS } from './command-keys.ts';

/** The keys of the commands with the user's settings applied. */
export interface KeyBindings {
  /** As shown in the list of shortcuts; empty where it has none or they are turned off. */
  readonly getKeys: (id: string) => readonly string[];
  readonly findCommand: (key: string) => AnyCommandId | undefined;
  /** Whether the settings allow a key at all: single-letter keys can be turned off. */
  readonly isAllowed: (key: string) => boolean;
}

/** Keys that move the focus or work in every field, so that no command may have them. */
const RESERVED =
  /^(Ctrl\+)?(Alt\+)?(Shift\+)?(Tab|Enter|Escape| |Arrow\w+|Home|End|PageUp|PageDown|Backspace|Delete|Control|Shift|Alt|AltGraph|Meta|CapsLock|Dead|Process|Unidentified)$/;
/** Key combinations of text fields, such as copy and paste: no command may have them. */
const FIELD_COMBINATIONS = /^Ctrl\+[ACVXYZ]$/;

/**
 * Returns whether a key is a single character, with or without Shift. Such keys must not run commands while
 * the user types.
 */
export function isSingleCharacterKey(name: string): boolean {
  return /^(Shift\+)?.$/u.test(name);
}

/**
 * Creates the bindings. A key that the user has chosen replaces all keys of its command.
 * @param isMac whether commands have the keys of a Mac
 */
export function createKeyBindings(
  { singleKeys, keys: chosen }: Pick<Settings, 'singleKeys' | 'keys'>,
  isMac = false,
): KeyBindings {
  const isAllowed = (key: string): boolean => singleKeys || !isSingleCharacterKey(key);
  const entries = APP_COMMANDS.map(({ id, keys, macKeys }) => {
    const own = isPageOnlyCommand(id) ? chosen[id] : undefined;
    const usual = isMac ? (macKeys ?? keys) : keys;
    const all = own === undefined ? usual : [own];
    return [id, all.filter(isAllowed)] as const;
  });
  const byCommand = new Map<string, readonly string[]>(entries);
  const byKey = new Map(entries.flatMap(([id, keys]) => keys.map((key) => [key, id] as const)));
  return { getKeys: (id) => byCommand.get(id) ?? [], findCommand: (key) => byKey.get(key), isAllowed };
}

/** Why a key cannot become that of a command: it is reserved or turned off, or another command has it. Null if it can. */
export type KeyProblem = { readonly why: 'reserved' } | { readonly why: 'taken'; readonly by: AnyCommandId };

/** Checks a key that the user has chosen for a command. */
export function findKeyProblem(bindings: KeyBindings, id: AnyCommandId, key: string): KeyProblem | null {
  if (RESERVED.test(key) || FIELD_COMBINATIONS.test(key) || !bindings.isAllowed(key))
    return { why: 'reserved' };
  const by = bindings.findCommand(key);
  return by === undefined || by === id ? null : { why: 'taken', by };
}
