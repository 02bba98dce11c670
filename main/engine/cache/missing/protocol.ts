import type { Kind } from '#contract/records.ts';
import type { MissingRecordCopy, MissingReason } from '#main/engine/local/data/missing-protocol.ts';
import type { MissingRequestTimes } from '../ingest/missing-records.ts';

/** Calls of the writer thread about records that the service no longer lists. */
export interface MissingCalls {
  /** Marks one record as possibly missing and forgets what is known about the list. */
  missing: { input: { kind: Kind; id: string }; output: null };
  /** Returns the ids of the records to request in this refresh. */
  missingToAsk: { input: { kind: Kind; at: MissingRequestTimes }; output: readonly string[] };
  /** Records what the service returned for ids while it also returned a list. */
  noteAnswers: {
    input: {
      kind: Kind;
      answers: readonly { readonly id: string; readonly answer: MissingReason }[];
      at: MissingRequestTimes;
    };
    output: null;
  };
  /** Returns records that may be moved out of their list, ordered by id, starting behind `after`. */
  missingToMove: { input: { kind: Kind; after: string }; output: readonly MissingRecordCopy[] };
  /**
   * Approves the removal of records that the user has confirmed. Returns how many of the ids were certain.
   */
  approveMissing: { input: { kind: Kind; ids: readonly string[] }; output: number };
  /** Removes records that the local store has already copied; records that came back meanwhile stay. */
  removeMissing: { input: { kind: Kind; ids: readonly string[]; writeSequence: number }; output: null };
}
