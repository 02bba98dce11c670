import { type DaySheetEntry, MAX_DAY_SHEET_PART_LENGTH } from '#contract/day.ts';
import { systemRandomSource } from '#main/base/random.ts';

/** Maximum number of sheets with parts that are not taken: more than a window reads at a time. */
const MAX_KEPT = 4;
const NAME_BYTES = 16;

/** Joins entries to texts of at most a length, in their order; an entry that is longer is a text of its own. */
export function toPartTexts(
  entries: readonly DaySheetEntry[],
  most = MAX_DAY_SHEET_PART_LENGTH,
): readonly string[] {
  const parts: string[][] = [];
  let room = 0;
  for (const entry of entries) {
    const text = JSON.stringify(entry);
    const part = parts.at(-1);
    if (part !== undefined && text.length + ','.length <= room) {
      part.push(text);
      room -= text.length + ','.length;
    } else {
      parts.push([text]);
      room = most - text.length - '[]'.length;
    }
  }
  return parts.map((texts) => `[${texts.join(',')}]`);
}

/**
 * The parts of sheets that were read and are not taken yet. A sheet is read in one state of the data, and its parts never change,
 * so parts of one sheet are never of two states.
 */
export class KeptDaySheets {
  readonly #sheets = new Map<string, Map<number, string>>();

  /**
   * Keeps the parts behind the first; the sheet that is kept for longest makes room.
   * @returns the name of the sheet, which no other has, also of another thread or run of the program
   */
  keep(others: readonly string[]): string {
    const name = systemRandomSource.hex(NAME_BYTES);
    if (others.length === 0) return name;
    this.#sheets.set(name, new Map(others.map((text, index) => [index + 1, text])));
    const [oldest] = this.#sheets.keys();
    if (this.#sheets.size > MAX_KEPT && oldest !== undefined) this.#sheets.delete(oldest);
    return name;
  }

  /** Returns a part and forgets it; null where it is not kept. */
  take(name: string, part: number): string | null {
    const sheet = this.#sheets.get(name);
    const text = sheet?.get(part);
    if (sheet === undefined || text === undefined) return null;
    sheet.delete(part);
    if (sheet.size === 0) this.#sheets.delete(name);
    return text;
  }
}
