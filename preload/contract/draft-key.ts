import { z } from 'zod';
import { MAX_ID_LENGTH } from './records.ts';
import { OPERATIONS, operationSchema, type Operation } from './writes.ts';

/** What tells a draft from all others: its operation, its record or a number of its own, and what for where one record has several. */
export interface DraftKey {
  readonly operation: Operation;
  readonly id: string;
  /** Empty for most. */
  readonly purpose: string;
}

const parts = z.tuple([operationSchema, z.string().min(1).max(MAX_ID_LENGTH), z.string().max(20)]);

/** The text under which a draft is kept. An id may hold any separator, so it is a JSON array. */
export function writeDraftKey({ operation, id, purpose }: DraftKey): string {
  return JSON.stringify([operation, id, purpose]);
}

/** Reads such a text; null where it is none. */
export function readDraftKey(text: string): DraftKey | null {
  try {
    const [operation, id, purpose] = parts.parse(JSON.parse(text));
    return { operation, id, purpose };
  } catch {
    return null;
  }
}

/** Most of JSON's escapes take two characters for one, and an id has none of those that take six. */
const MAX_LENGTH = 2 * MAX_ID_LENGTH + 100;

export const draftKeySchema = z
  .string()
  .max(MAX_LENGTH)
  .refine((text) => readDraftKey(text) !== null, `expected ["${OPERATIONS[0]}", id, purpose]`);
