import { stringify } from 'csv-stringify/sync';
import type { Kind } from '#contract/ids.ts';
import type { Reading } from '#main/engine/service/wire/resource.ts';
import { readWithPending } from './overlay/read-laid.ts';

/** The local name of an id; empty where it has none. */
export type NameOf = (id: string) => string;

/** A table of records that spreadsheets open. */
export interface SpreadsheetColumns<R extends { readonly id: string }> {
  readonly kind: Kind;
  readonly read: (value: unknown) => Reading<R>;
  /** Each with its heading: the service's own field names, and local names beside ids. */
  readonly columns: readonly (readonly [heading: string, cell: (record: R, nameOf: NameOf) => string])[];
  /** The ids for which it shows local names. */
  readonly namedIn: (record: R) => readonly string[];
}

/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** A moment as the service writes it; empty where there is none. */
export function writeSequence(date: number | null): string {
  return date === null ? '' : new Date(date).toISOString();
}

function lines(rows: readonly (readonly string[])[]): string {
  // Cells that a spreadsheet would run as formulas get an apostrophe in front.
  return stringify([...rows], { record_delimiter: '\r\n', escape_formulas: true });
}

/** What stands before the first record: the mark of the encoding and the headings. */
export function spreadsheetHead<R extends { readonly id: string }>({
  columns,
}: SpreadsheetColumns<R>): string {
  return BYTE_ORDER_MARK + lines([columns.map(([heading]) => heading)]);
}

/**
 * Raw resources as lines of a table (RFC 4180).
 * @param namesOf finds the local names of ids
 * @param complete adds what is known of a record beyond its resource
 */
export function spreadsheetRows<R extends { readonly id: string }>(
  { kind, read, columns, namedIn }: SpreadsheetColumns<R>,
  raws: readonly string[],
  namesOf: (ids: readonly string[]) => ReadonlyMap<string, string>,
  complete: (record: R) => R = (record) => record,
): string {
  const records = raws.flatMap((raw): readonly R[] => {
    const reading = readWithPending(kind, JSON.parse(raw), read); // the cache keeps objects alone
    return reading.ok ? [complete(reading.record)] : [];
  });
  const names = namesOf([...new Set(records.flatMap(namedIn))]);
  const getName: NameOf = (id) => names.get(id) ?? '';
  return lines(records.map((record) => columns.map(([, cell]) => cell(record, getName).toWellFormed())));
}
