import { createHash } from 'node:crypto';
import type { StoredChange } from '../protocol.ts';

/** 128 bits: two versions of one change are never equal by accident. */
const HEX_DIGITS = 32;

/**
 * Returns the version of a change: it stands for what the user sees and decides about, the values to send and the question
 * with the service's values. An attempt without a new question leaves it as it is.
 */
export function getChangeVersion({
  data,
  question,
  theirs,
  candidates,
}: Pick<StoredChange, 'data' | 'question' | 'theirs' | 'candidates'>): string {
  const seen = JSON.stringify([data, question, theirs, candidates]);
  return createHash('sha256').update(seen).digest('hex').slice(0, HEX_DIGITS);
}
