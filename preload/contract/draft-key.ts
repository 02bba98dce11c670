import { z } from 'zod';
import { MAX_ID_LENGTH } from './records.ts';
import { OPERATION_NAMES, operationNameSchema, type OperationName } from './changes.ts';

/**
 * What identifies a draft: its operation, its record (or a number for a new record), and a purpose where one
 * record has several drafts.
 */
export interface DraftKey {
  readonly operation: OperationName;
  readonly id: string;
  /** Distinguishes several drafts of one record and operation; empty for most drafts. */
  readonly purpose: string;
}

const parts = z.tuple([operationNameSchema, z.string().min(1).max(MAX_ID_LENGTH), z.string().max(20)]);

/**
 * Returns the text under which a draft is stored. An id may contain any separator, so the text is a JSON
 * array.
 */
export function formatDraftKey({ operation, id, purpose }: DraftKey): string {
  return JSON.stringify([operation, id, purpose]);
}

/** Reads a text that `formatDraftKey` returned; null for any other text. */
export function parseDraftKey(text: string): DraftKey | null {
  try {
    const [operation, id, purpose] = parts.parse(JSON.parse(text));
    return { operation, id, purpose };
  } catch {
    return null;
  }
}

/** Most JSON escapes take two characters for one; an id contains none that takes six. */
const MAX_LENGTH = 2 * MAX_ID_LENGTH + 100;

export const draftKeyTextSchema = z
  .string()
  .max(MAX_LENGTH)
  .refine((text) => parseDraftKey(text) !== null, `expected ["${OPERATION_NAMES[0]}", id, purpose]`);
