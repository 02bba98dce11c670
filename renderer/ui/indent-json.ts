const STEP = '  ';

/**
 * Lays out a JSON text for reading without parsing it, so that no number loses digits and no field its
 * order: only blanks between the parts change. What is no JSON comes back with the same characters.
 */
export function indentJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  const row = (): string => `\n${STEP.repeat(Math.max(0, depth))}`;
  // A whole string, an empty pair of brackets, one mark, or a run of anything else.
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s{}[\],:"]+|"/gs)) {
    if (part === '{' || part === '[') {
      depth += 1;
      parts.push(part, row());
    } else if (part === '}' || part === ']') {
      depth -= 1;
      parts.push(row(), part);
    } else if (part === ',') parts.push(part, row());
    else if (part === ':') parts.push(': ');
    else parts.push(/^[{[]/.test(part) ? part.replace(/\s/g, '') : part);
  }
  return parts.join('');
}
