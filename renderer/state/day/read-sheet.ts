import type { DaySheet, DaySheetEntry } from '#contract/day.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { DaySpan } from './day-span.ts';

/** The calls that read a day sheet. */
export type DaySheetCalls = Pick<ProcedureCalls, 'day.sheet' | 'day.sheetPart'>;

/** How often a sheet is read whose parts are gone before they are read: others have taken their room, or the thread has crashed. */
const MAX_ATTEMPTS = 3;

function parseEntries(text: string): readonly DaySheetEntry[] {
  return JSON.parse(text) as readonly DaySheetEntry[]; // The engine has written them.
}

/** Reads the other parts of a sheet; each is parsed when it arrives, so that no task of the page is long. */
async function readOtherParts(
  calls: DaySheetCalls,
  { sheet, parts }: { readonly sheet: string; readonly parts: number },
  signal?: AbortSignal,
): Promise<Result<readonly DaySheetEntry[]>> {
  const asked = Array.from({ length: parts - 1 }, async (_none, index) => {
    const answer = await calls['day.sheetPart']({ sheet, part: index + 1 }, signal);
    return answer.ok ? ok(parseEntries(answer.value.entries)) : answer;
  });
  const entries: DaySheetEntry[] = [];
  for (const part of await Promise.all(asked)) {
    if (!part.ok) return part;
    entries.push(...part.value);
  }
  return ok(entries);
}

/**
 * Reads the sheet of a day in parts of one state of the data. It is whole, or an error: where a part is no longer kept, the sheet
 * is read from its beginning.
 */
export async function readDaySheet(
  calls: DaySheetCalls,
  { from, until }: DaySpan,
  signal?: AbortSignal,
): Promise<Result<DaySheet>> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const first = await calls['day.sheet']({ from, until }, signal);
    if (!first.ok) return first;
    const { entries, isCut, asOf, ...sheet } = first.value;
    const beginning = parseEntries(entries);
    const others = await readOtherParts(calls, sheet, signal);
    if (others.ok) return ok({ appointments: [...beginning, ...others.value], isCut, asOf });
    if (others.error.code !== 'not-found') return others;
  }
  return err('internal');
}
