import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Scheme = 'light' | 'dark';
type Tokens = Readonly<Record<string, string>>;

const css = readFileSync(join(import.meta.dirname, '../../../../renderer/ui/tokens.css'), 'utf8');
const [typical = '', contrast = ''] = css.split(/:root\[data-contrast=.more.\]/);

function toTokens(block: string, scheme: Scheme): Tokens {
  const pairs = block.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g);
  return Object.fromEntries(
    [...pairs].map(([, name, light, dark]) => [name, scheme === 'light' ? light : dark]),
  );
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

const SURFACES = ['surface-app', 'surface', 'surface-raised', 'hover', 'pressed', 'accent-subtle'];
const TEXT_PAIRS = [
  ...['text', 'text-muted', 'accent-text'].flatMap((text) => SURFACES.map((surface) => [text, surface])),
  ...['warning', 'danger'].flatMap((text) => SURFACES.map((surface) => [text, surface])),
  ['warning', 'warning-subtle'],
  ['text', 'warning-subtle'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
] as const;
const MARK_PAIRS = ['accent', 'border-strong', 'success', 'warning', 'danger'].flatMap((mark) =>
  ['surface-app', 'surface', 'surface-raised'].map((on) => [mark, on] as const),
);

const SETS = (['light', 'dark'] as const).flatMap((scheme) => [
  { name: scheme, tokens: toTokens(typical, scheme) },
  {
    name: `high contrast, ${scheme}`,
    tokens: { ...toTokens(typical, scheme), ...toTokens(contrast, scheme) },
  },
]);

function tooWeak(tokens: Tokens, pairs: readonly (readonly string[])[], least: number): readonly string[] {
  return pairs.flatMap(([one = '', other = '']) => {
    const found = ratio(tokens[one] ?? '#000000', tokens[other] ?? '#000000');
    return found < least ? [`${one} on ${other}: ${found.toFixed(2)}`] : [];
  });
}

describe.each(SETS)('the colours of $name', ({ tokens }) => {
  it('are all defined', () => {
    const named = [...TEXT_PAIRS, ...MARK_PAIRS].flat();
    expect(named.filter((name) => tokens[name] === undefined)).toEqual([]);
  });

  it('give every text a contrast of at least 4.5 to 1', () => {
    expect(tooWeak(tokens, TEXT_PAIRS, 4.5)).toEqual([]);
  });

  it('give every meaningful icon and border a contrast of at least 3 to 1', () => {
    expect(tooWeak(tokens, MARK_PAIRS, 3)).toEqual([]);
  });
});

describe('high contrast', () => {
  it('uses black and white only', () => {
    for (const scheme of ['light', 'dark'] as const) {
      const { text = '', surface = '' } = toTokens(contrast, scheme);
      expect(ratio(text, surface)).toBeCloseTo(21, 1);
    }
  });
});
