/** The fixed operators of mutation testing: each makes one small mistake in a source file. */
import { parseSync, Visitor } from 'vite';

export type OperatorName =
  | 'negated condition'
  | 'other operator'
  | 'swapped boolean'
  | 'removed guard'
  | 'removed statement';

/** One mistake: the text from `start` to `end` is replaced. Positions count UTF-16 units. */
export interface Mutant {
  readonly operator: OperatorName;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** A mistake and the file of the tree in which it is made. */
export interface PlacedMutant extends Mutant {
  readonly file: string;
}

/** A part of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Boundaries are moved by one, comparisons inverted, and conjunctions exchanged. */
const OTHER_OPERATOR: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
};
/** What a guard does when its condition holds. */
const GUARDED: ReadonlySet<string> = new Set([
  'ReturnStatement',
  'ThrowStatement',
  'ContinueStatement',
  'BreakStatement',
]);

/** Returns whether the branch is one jump, or a block that ends with one. */
function isJump(branch: { readonly type: string; readonly body?: unknown }): boolean {
  if (GUARDED.has(branch.type)) return true;
  const last: unknown =
    branch.type === 'BlockStatement' && Array.isArray(branch.body) ? branch.body.at(-1) : null;
  return typeof last === 'object' && last !== null && 'type' in last && GUARDED.has(String(last.type));
}

/**
 * Returns every mutant of a TypeScript source, in the order of the text. Types, imports and the texts of
 * literals are left alone.
 * @param file the name that decides between TypeScript and TSX
 */
export function findMutants(file: string, text: string): readonly Mutant[] {
  const found: Mutant[] = [];
  const ignored: Span[] = [];
  const add = (operator: OperatorName, { start, end }: Span, replacement: string): void =>
    void found.push({ operator, start, end, replacement });
  const negate = (condition: Span): void =>
    add('negated condition', condition, `!(${text.slice(condition.start, condition.end)})`);
  const exchange = (left: Span, right: Span, operator: string): void => {
    const other = OTHER_OPERATOR[operator];
    if (other === undefined) return;
    // Between both sides there may be parentheses and comments; the operator is the first match after them.
    const start = text.indexOf(operator, left.end);
    if (start < right.start) add('other operator', { start, end: start + operator.length }, other);
  };
  new Visitor({
    IfStatement: (node) => {
      negate(node.test);
      if (node.alternate === null && isJump(node.consequent)) add('removed guard', node, ';');
    },
    ConditionalExpression: (node) => negate(node.test),
    WhileStatement: (node) => negate(node.test),
    BinaryExpression: (node) => exchange(node.left, node.right, node.operator),
    LogicalExpression: (node) => exchange(node.left, node.right, node.operator),
    Literal: (node) => {
      if (typeof node.value === 'boolean') add('swapped boolean', node, String(!node.value));
    },
    TSLiteralType: (node) => {
      // Types are erased: a mistake in one changes nothing.
      ignored.push(node);
    },
    ExpressionStatement: (node) => {
      if (node.expression.type !== 'Literal') add('removed statement', node, ';');
    },
  }).visit(parseSync(file, text).program);
  return found
    .filter(({ start }) => !ignored.some((type) => start >= type.start && start < type.end))
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** Returns the source with the mistake in it. */
export function applyMutant(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
