/** Sections of `docs/benchmarks.md` that a benchmark writes itself. */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';

const DOCUMENT = path.join(import.meta.dirname, '../../docs/benchmarks.md');

function getDepth(line: string): number {
  return /^(#+) /.exec(line)?.[1]?.length ?? Number.POSITIVE_INFINITY;
}

/** The index of the first line after a section that begins at an index. */
function findEnd(lines: readonly string[], start: number): number {
  const depth = getDepth(lines[start] ?? '');
  const found = lines.findIndex((line, index) => index > start && getDepth(line) <= depth);
  return found === -1 ? lines.length : found;
}

/**
 * Returns a document in which a subsection has another text. A subsection that is not there yet is added at the end of its
 * section.
 * @param parent the heading of the section, such as `## Window`
 * @param heading the heading of the subsection, such as `### At 100 rows`
 * @throws where there is no such section
 */
export function replaceSubsection(document: string, parent: string, heading: string, body: string): string {
  const lines = document.trimEnd().split('\n');
  const start = lines.indexOf(parent);
  if (start === -1) throw new Error(`there is no section ${parent}`);
  const end = findEnd(lines, start);
  const own = lines.slice(0, end).indexOf(heading, start);
  const [from, to] = own === -1 ? [end, end] : [own, findEnd(lines, own)];
  const before = lines.slice(0, from).join('\n').trimEnd();
  const after = lines.slice(to).join('\n').trim();
  return `${[before, heading, body.trim(), ...(after === '' ? [] : [after])].join('\n\n')}\n`;
}

/** Writes a subsection of `docs/benchmarks.md`. */
export function writeSubsection(parent: string, heading: string, body: string): void {
  writeFileSync(DOCUMENT, replaceSubsection(readFileSync(DOCUMENT, 'utf8'), parent, heading, body));
}

/** The load of this computer: processes that ran or waited in the last minute. */
export function getLoad(): number {
  return loadavg()[0] ?? 0;
}

/** Says between which values the load was. */
export function describeLoad(loads: readonly number[]): string {
  return `${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`;
}
