/** What a page may send in one call. Generous for a form a person filled in, small for this process. */
const LIMITS = { depth: 8, values: 5_000, characters: 262_144 } as const;

interface Budget {
  values: number;
  characters: number;
}

function getChildren(value: object): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? Object.entries(value).flat() : null;
}

function textProblem(value: string, budget: Budget): string | null {
  budget.characters -= value.length;
  return budget.characters < 0 ? 'too much text' : null;
}

function objectProblem(value: object, depth: number, budget: Budget): string | null {
  if (depth === 0) return 'nested too deeply';
  const children = getChildren(value);
  if (children === null) return 'something other than plain data';
  // Counted before they are walked: an array may claim four billion empty places.
  if (children.length > budget.values) return 'too many values';
  for (const child of children) {
    const problem = valueProblem(child, depth - 1, budget);
    if (problem !== null) return problem;
  }
  return null;
}

function valueProblem(value: unknown, depth: number, budget: Budget): string | null {
  budget.values -= 1;
  if (budget.values < 0) return 'too many values';
  switch (typeof value) {
    case 'string':
      return textProblem(value, budget);
    case 'object':
      return value === null ? null : objectProblem(value, depth, budget);
    case 'number':
    case 'boolean':
    case 'undefined':
      return null;
    default:
      return 'something other than plain data';
  }
}

/**
 * Says why a value is no plain data of a bearable size, or null where it is: objects and arrays of texts,
 * numbers and booleans. Looked at before any schema, so that a schema never meets something huge.
 * @param characters how much text it may hold in all
 */
export function plainDataProblem(value: unknown, characters: number = LIMITS.characters): string | null {
  return valueProblem(value, LIMITS.depth, { values: LIMITS.values, characters });
}
