import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { findPlainDataProblem } from '#main/shell/ipc.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

describe('plain data', () => {
  it('is objects and arrays of texts, numbers and booleans', () => {
    expect(
      findPlainDataProblem({ filter: { search: 'x' }, ids: ['a', 1, true, null, undefined] }),
    ).toBeNull();
    expect(findPlainDataProblem(Object.assign(Object.create(null), { a: 1 }))).toBeNull();
  });

  it('is any small JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(findPlainDataProblem(value)).toBeNull();
      }),
    );
  });

  it.each([
    ['a function', () => {}],
    ['a symbol', Symbol('x')],
    ['a big number', 1n],
    ['a date', new Date()],
    ['a map', new Map()],
    ['a set', new Set()],
    ['bytes', new Uint8Array(4)],
    ['a buffer', new ArrayBuffer(4)],
    ['a pattern', /x/],
    ['an error', new Error('x')],
    ['a promise', Promise.resolve()],
    ['an instance', new URL('app://intray')],
    ['an object with another prototype', Object.create({ inherited: 1 })],
  ])('is not %s, at no depth', (_name, value) => {
    expect(findPlainDataProblem(value)).toBe('something other than plain data');
    expect(findPlainDataProblem({ a: [value] })).toBe('something other than plain data');
  });

  it('does not nest too deeply', () => {
    expect(findPlainDataProblem(nested(8))).toBeNull();
    expect(findPlainDataProblem(nested(9))).toBe('nested too deeply');
    expect(findPlainDataProblem(nested(200_000))).toBe('nested too deeply');
  });

  it('contains no cycle', () => {
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    expect(findPlainDataProblem(loop)).toBe('nested too deeply');
  });

  it('is not larger than a user could type', () => {
    expect(findPlainDataProblem('x'.repeat(262_144))).toBeNull();
    expect(findPlainDataProblem('x'.repeat(262_145))).toBe('too much text');
    expect(findPlainDataProblem(Array.from({ length: 6 }, () => 'x'.repeat(50_000)))).toBe('too much text');
    expect(findPlainDataProblem({ ['k'.repeat(300_000)]: 1 })).toBe('too much text');
    const values = 5_000 - 1; // beside the list itself
    expect(findPlainDataProblem(Array.from({ length: values }, () => 0))).toBeNull();
    expect(findPlainDataProblem(Array.from({ length: values + 1 }, () => 0))).toBe('too many values');
  });

  it('is not scanned if an array claims four billion elements', () => {
    const sparse: unknown[] = [];
    sparse.length = 2 ** 32 - 1;
    expect(findPlainDataProblem(sparse)).toBe('too many values');
  });
});
