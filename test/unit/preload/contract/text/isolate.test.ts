import { describe, expect, it } from 'vitest';
import { isolateDirectionOfValue } from '#contract/text/isolate.ts';

describe('a value in a sentence', () => {
  it('is isolated where its letters are of the other direction', () => {
    expect(isolateDirectionOfValue('نور', 'ltr')).toBe('\u2068نور\u2069');
    expect(isolateDirectionOfValue('Anna Berg', 'rtl')).toBe('\u2068Anna Berg\u2069');
    expect(isolateDirectionOfValue('Anna نور', 'ltr')).toBe('\u2068Anna نور\u2069');
  });

  it('is isolated right to left where its signs may be moved, as in dates and phone numbers', () => {
    expect(isolateDirectionOfValue('2026-03-12', 'rtl')).toBe('\u20682026-03-12\u2069');
    expect(isolateDirectionOfValue('+49 30 1234', 'rtl')).toBe('\u2068+49 30 1234\u2069');
  });

  it('is isolated where an invisible mark could move the words after it', () => {
    expect(isolateDirectionOfValue('Anna\u200f', 'ltr')).toBe('\u2068Anna\u200f\u2069');
  });

  it('has a visible sign where an invisible character would turn its letters around', () => {
    expect(isolateDirectionOfValue('Anna \u202eevil', 'ltr')).toBe('Anna \ufffdevil');
    expect(isolateDirectionOfValue('\u202dنور', 'rtl')).toBe('\u2068\ufffdنور\u2069');
  });

  it('cannot end its isolation', () => {
    expect(isolateDirectionOfValue('نور\u2069 1', 'ltr')).toBe('\u2068نور 1\u2069');
    expect(isolateDirectionOfValue('نور\u2067 1', 'ltr')).toBe('\u2068نور 1\u2069');
  });

  it('keeps the isolated values of a sentence within it', () => {
    expect(isolateDirectionOfValue('for \u2068نور\u2069', 'ltr')).toBe('\u2068for \u2068نور\u2069\u2069');
  });

  it('stays as it is where nothing can be moved', () => {
    expect(isolateDirectionOfValue('Anna Berg', 'ltr')).toBe('Anna Berg');
    expect(isolateDirectionOfValue('42', 'rtl')).toBe('42');
    expect(isolateDirectionOfValue('', 'rtl')).toBe('');
  });
});
