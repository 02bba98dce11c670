/**
 * React Aria adds one `<style>` to the page. The page's policy blocks unknown styles, so the build reads that
 * text from the library and allows exactly it. A release that changes the text changes the hash with it; a
 * release that moves the text fails the build.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const SOURCE = 'dist/private/interactions/usePress.mjs';

function capture(source: string, shape: RegExp): string {
  const found = shape.exec(source)?.[1];
  if (found === undefined) throw new Error(`React Aria's press style has moved: ${shape} not in ${SOURCE}`);
  return found;
}

/** The text that React Aria puts into its `<style>`. */
export function readReactAriaStyle(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('react-aria/package.json'));
  const source = readFileSync(join(folder, SOURCE), 'utf8');
  const attribute = capture(source, /\$var\$PRESSABLE_ATTRIBUTE = '([\w-]+)'/);
  const template = capture(source, /style\.textContent = `([^`]*)`\.trim\(\)/);
  const text = template.replace(/\$\{[\w$]*PRESSABLE_ATTRIBUTE\}/g, attribute).trim();
  if (text.includes('${')) throw new Error("React Aria's press style holds something unknown");
  return text;
}

/** Its source expression for the page's policy. */
export function hashReactAriaStyle(): string {
  return `'sha256-${createHash('sha256').update(readReactAriaStyle()).digest('base64')}'`;
}
