import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../../../renderer');
const COMPONENTS = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.tsx'),
);

/** Buttons without a place for a reason. */
const PLAIN_BUTTONS: ReadonlySet<string> = new Set([
  'Button',
  'ButtonWithConfirmation',
  'ButtonWithHint',
  'IconToggle',
  'ToggleButton',
]);

/** A button may be disabled without a reason while its own action, or one beside it, runs: it says so itself. */
const RUNNING = /^(\w+\.)?is(Busy|Running|Saving)$|^progress (!== null|=== 'deleting')$/;

/** Returns the expression from an opening brace to the one that closes it. */
function readExpression(source: string, from: number): string {
  let depth = 0;
  for (let place = from; place < source.length; place += 1) {
    if (source[place] === '{') depth += 1;
    if (source[place] === '}') depth -= 1;
    if (depth === 0) return source.slice(from + 1, place).trim();
  }
  return '';
}

/** Lists the disabled states of plain buttons that are neither passed on nor a running action. */
function findDisabledWithoutReason(source: string): readonly string[] {
  return [...source.matchAll(/\bisDisabled=(?=\{)/g)].flatMap(({ index }) => {
    const [, tag = ''] = [...source.slice(0, index).matchAll(/<([A-Z]\w*)/g)].at(-1) ?? [];
    const expression = readExpression(source, index + 'isDisabled='.length);
    const isFine = !PLAIN_BUTTONS.has(tag) || RUNNING.test(expression) || expression === 'isDisabled';
    return isFine ? [] : [`<${tag} isDisabled={${expression}}>`];
  });
}

describe('a button that cannot act', () => {
  it.each(COMPONENTS)('has a reason in %s', (name) => {
    expect(findDisabledWithoutReason(readFileSync(path.join(ROOT, name), 'utf8'))).toEqual([]);
  });

  it('without a reason is found', () => {
    const bad =
      '<p><Button tone="quiet" onPress={() => go({ a: 1 })} isDisabled={found === null || isBusy}>x</Button></p>';
    expect(findDisabledWithoutReason(bad)).toEqual(['<Button isDisabled={found === null || isBusy}>']);
    expect(findDisabledWithoutReason('<Button isDisabled={state.isBusy}>')).toEqual([]);
    expect(findDisabledWithoutReason('<ButtonWithDisabledReason isDisabled={a} reason={b}>')).toEqual([]);
  });
});
