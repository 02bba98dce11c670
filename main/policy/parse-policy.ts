import { LineCounter, parseDocument, type Document } from 'yaml';
import type { z } from 'zod';
import { validateBaseUrlToOrigin } from '#contract/accounts.ts';
import { policyFileContentSchema, type PolicyFileContent, type PolicyProblem } from '#contract/policy.ts';

/** The content of a policy file, or everything that is wrong with it. */
export type ParsePolicyResult =
  | { readonly ok: true; readonly file: PolicyFileContent }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

const MAX_PROBLEMS = 20;
/** Matches the position of an error in the JSON parser's message; some messages have none. */
const PLACE = /\(line (\d+) column \d+\)/;
/** Matches what follows the reason in the parser's message: the position, or an excerpt of the file. */
const AFTER_REASON = /( in JSON at position |, [".]).*/s;

type EntryPath = readonly PropertyKey[];

/** Finds the lines of entries. JSON is a subset of YAML, whose parser knows the place of every entry. */
function createLineFinder(text: string) {
  const lines = new LineCounter();
  const document: Document = parseDocument(text, { lineCounter: lines, schema: 'json', prettyErrors: false });
  const toLine = (offset: number): number => lines.linePos(offset).line;
  return {
    find: (path: EntryPath): number | null => {
      if (path.length === 0) return null;
      const node = document.getIn(path, true);
      const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null;
      return Array.isArray(range) && typeof range[0] === 'number' ? toLine(range[0]) : null;
    },
    firstError: document.errors.map(({ pos: [offset] }) => toLine(offset))[0],
    last: toLine(text.trimEnd().length),
    /** The lines of entries that are written twice: a JSON parser keeps the last one silently. */
    duplicates: document.errors
      .filter(({ code }) => code === 'DUPLICATE_KEY')
      .map(({ pos: [offset] }) => toLine(offset)),
  };
}

type LineFinder = ReturnType<typeof createLineFinder>;

/** The parser of YAML calls itself for each level: null where there are too many. */
function tryLineFinder(text: string): LineFinder | null {
  try {
    return createLineFinder(text);
  } catch (thrown) {
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}

function readJson(text: string, lines: LineFinder): { readonly value: unknown } | PolicyProblem {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : '';
    const line = PLACE.exec(message)?.[1];
    const words = message.replace(AFTER_REASON, '').replace(/\p{Cc}/gu, ' ');
    return {
      line: line === undefined ? (lines.firstError ?? lines.last) : Number(line),
      reason: `it is not valid JSON: ${words}`,
    };
  }
}

function formatPath(path: EntryPath): string {
  return path.map(String).join('.');
}

function describeIssue(issue: z.core.$ZodIssue, lines: LineFinder): readonly PolicyProblem[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => {
      const path = [...issue.path, key];
      const name = formatPath(path).slice(0, 100);
      return { line: lines.find(path), reason: `"${name}" is not an entry of a policy` };
    });
  const name = formatPath(issue.path);
  const reason = name === '' ? issue.message : `"${name}": ${issue.message}`;
  return [{ line: lines.find(issue.path), reason }];
}

/** Entries that contradict each other, each with the one to look at. */
function findContradictions(given: z.input<typeof policyFileContentSchema>): readonly [EntryPath, string][] {
  const { updates, importTokens, baseUrl } = given as PolicyFileContent; // The schema has accepted it.
  const written: object = updates ?? {};
  const found: [EntryPath, string][] = [];
  if (updates?.mode === 'off')
    for (const key of ['channel', 'feedUrl'])
      if (Object.hasOwn(written, key))
        found.push([['updates', key], `"updates.${key}" contradicts "updates.mode": "off"`]);
  if (importTokens === true && baseUrl === undefined)
    found.push([['importTokens'], '"importTokens" needs "baseUrl": tokens are for one address']);
  return found;
}

function findAddressProblems({ baseUrl, updates }: PolicyFileContent): readonly [EntryPath, string][] {
  const found: [EntryPath, string][] = [];
  const parseUrl = (text: string): URL | null => URL.parse(text);
  const checked = baseUrl === undefined ? null : validateBaseUrlToOrigin(baseUrl, parseUrl);
  if (checked?.ok === false)
    found.push([['baseUrl'], `"baseUrl" is not a usable address: ${checked.error.detail ?? ''}`]);
  const feed = updates?.feedUrl ?? null;
  const url = feed === null ? null : parseUrl(feed);
  if (feed !== null && (url === null || url.username !== '' || url.password !== ''))
    found.push([['updates', 'feedUrl'], '"updates.feedUrl" is not a usable address']);
  return found;
}

function fail(problems: readonly PolicyProblem[]): ParsePolicyResult {
  return { ok: false, problems: problems.slice(0, MAX_PROBLEMS) };
}

/**
 * Checks the text of a policy file. Unknown entries, entries that are written twice and entries that
 * contradict each other are problems: a policy that is half understood would promise what it does not hold.
 */
export function parsePolicy(text: string): ParsePolicyResult {
  const lines = tryLineFinder(text);
  // No entry of a policy has more than a few levels.
  if (lines === null) return fail([{ line: null, reason: 'it is nested too deeply' }]);
  const json = readJson(text, lines);
  if (!('value' in json)) return fail([json]);
  const duplicates = lines.duplicates.map((line) => ({ line, reason: 'this entry is written twice' }));
  const parsed = policyFileContentSchema.safeParse(json.value);
  if (!parsed.success)
    return fail([...duplicates, ...parsed.error.issues.flatMap((issue) => describeIssue(issue, lines))]);
  const file = parsed.data as PolicyFileContent; // The schema is made of the same table.
  const conflicts = [
    ...findContradictions(json.value as z.input<typeof policyFileContentSchema>), // The schema has accepted it.
    ...findAddressProblems(file),
  ].map(([path, reason]) => ({ line: lines.find(path), reason }));
  const problems = [...duplicates, ...conflicts];
  return problems.length === 0 ? { ok: true, file } : fail(problems);
}
