import type { FirstTextFunction } from '#renderer/text/first-text.ts';
import { firstTexts } from '#renderer/text/en/first.ts';

type KeyName = keyof typeof firstTexts.keys.names;

function isKeyName(name: string): name is KeyName {
  return Object.hasOwn(firstTexts.keys.names, name);
}

/**
 * Returns the label of a key combination, with the names that keyboards of the language have. On a Mac, signs replace
 * modifiers. Arrows are signs.
 * @param key as the registry of commands spells it, for example `Ctrl+Delete`
 */
export function getKeyLabel(key: string, isMac: boolean, text: FirstTextFunction): string {
  const signs = key.replace('ArrowLeft', '←').replace('ArrowRight', '→');
  const own = isMac ? signs.replace('Ctrl+', '⌘').replace('Shift+', '⇧') : signs;
  return own.replaceAll(/[A-Z][a-z]+(?:[A-Z][a-z]+)?/g, (name) =>
    isKeyName(name) ? text(`keys.names.${name}`) : name,
  );
}
