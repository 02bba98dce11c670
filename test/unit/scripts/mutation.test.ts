import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRelatedTests, getNearness } from '../../../scripts/mutation/import-graph.ts';
import { shuffle } from '../../../scripts/mutation/draw.ts';
import { applyMutant, findMutants, type OperatorName } from '../../../scripts/mutation/operators.ts';

/** The mutated texts of one operator. */
function getTexts(text: string, operator: OperatorName): readonly string[] {
  return findMutants('sample.ts', text)
    .filter((mutant) => mutant.operator === operator)
    .map((mutant) => applyMutant(text, mutant));
}

describe('the mutants of a source', () => {
  it('negate the condition of a branch, of a choice and of a loop', () => {
    expect(getTexts('if (a) b(); else c();', 'negated condition')).toEqual(['if (!(a)) b(); else c();']);
    expect(getTexts('const d = a ? b : c;', 'negated condition')).toEqual(['const d = !(a) ? b : c;']);
    expect(getTexts('while (a) b();', 'negated condition')).toEqual(['while (!(a)) b();']);
  });

  it.each([
    ['<', '<='],
    ['>=', '>'],
    ['===', '!=='],
    ['&&', '||'],
  ])('have another operator than %s', (operator, other) => {
    expect(getTexts(`const c = a ${operator} b;`, 'other operator')).toEqual([`const c = a ${other} b;`]);
  });

  it('leave an operator alone that has no other, and those in types', () => {
    expect(findMutants('sample.ts', 'const c: A | true = a + b; type D = A extends false ? 1 : 2;')).toEqual(
      [],
    );
  });

  it('have the other boolean, also after a letter of several units', () => {
    expect(getTexts("const a = '𝒜'; const f = () => true;", 'swapped boolean')).toEqual([
      "const a = '𝒜'; const f = () => false;",
    ]);
  });

  it('have no guard, where the branch ends what contains it', () => {
    expect(getTexts('function f() { if (a) { b(); return 1; } return 2; }', 'removed guard')).toEqual([
      'function f() { ; return 2; }',
    ]);
    expect(getTexts('if (a) throw b;', 'removed guard')).toEqual([';']);
    expect(getTexts('if (a) b(); if (c) throw d; else e();', 'removed guard')).toEqual([]);
  });

  it('have no statement that is a call or an assignment', () => {
    expect(getTexts("'use strict'; a(); b = 1; const c = 2;", 'removed statement')).toEqual([
      "'use strict'; ; b = 1; const c = 2;",
      "'use strict'; a(); ; const c = 2;",
    ]);
  });
});

describe('the tests of a source', () => {
  it('are the nearer, the more folders they share with it, and nearest under its own name', () => {
    const near = [
      'test/unit/vault/parts.test.ts',
      'test/unit/vault/vault.test.ts',
      'test/integration/cli/keychain.test.ts',
    ];
    expect(near.map((test) => getNearness('main/vault/vault.ts', test))).toEqual([1, 2, 0]);
    const marks = 'main/engine/local/outbox/read-flag-batch.ts';
    const named = [
      'engine/local/read-flag-batch',
      'engine/local/outbox/overlay',
      'engine/pdfs/read-flag-batch',
    ];
    const nearness = named.map((name) => getNearness(marks, `test/integration/${name}.test.ts`));
    expect(nearness).toEqual([4, 3, 1]);
  });

  it('import it, directly or through other files, or start it as a process; the nearest is the first', () => {
    const root = join(import.meta.dirname, '../../..');
    const parts = 'main/vault/keychain-parts.ts';
    const child = 'main/vault/keychain-child.ts';
    const related = findRelatedTests(root, [parts, child]);
    expect(related.get(parts)?.[0]).toBe('test/unit/vault/parts.test.ts');
    expect(related.get(parts)).toContain('test/unit/vault/secrets.test.ts');
    expect(related.get(parts)).not.toContain('test/unit/engine/sqlite/sql.test.ts');
    expect(related.get(child)).toContain('test/integration/cli/keychain.test.ts');
  });
});

describe('the order of a draw', () => {
  it('is the same for the same seed, another for another, and holds every mutant once', () => {
    const all = Array.from({ length: 50 }, (_, place) => place);
    expect(shuffle(all, 7)).toEqual(shuffle(all, 7));
    expect(shuffle(all, 7)).not.toEqual(shuffle(all, 8));
    expect(shuffle(all, 7).toSorted((a, b) => a - b)).toEqual(all);
  });
});
