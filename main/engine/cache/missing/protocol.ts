import type { Kind } from '#contract/records.ts';
import type { CertainlyMissing, MissingAnswer } from '#main/engine/local/data/missing-protocol.ts';
import type { AskedAt } from '../ingest/missing-records.ts';

/** What the writing thread does about records that the service no longer lists, by name. */
export interface MissingCalls {
  /** Suspects one record, and forgets how much of the list is known. */
  missing: { input: { kind: Kind; id: string }; output: null };
  /** Answers the records to ask for by their ids in this refresh. */
  missingToAsk: { input: { kind: Kind; at: AskedAt }; output: readonly string[] };
  /** Notes what the service said to ids while it answered a list request. */
  noteAnswers: {
    input: {
      kind: Kind;
      answers: readonly { readonly id: string; readonly answer: MissingAnswer }[];
      at: AskedAt;
    };
    output: null;
  };
  /** Answers records that may leave their list, in the order of their ids, from after one on. */
  missingToMove: { input: { kind: Kind; after: string }; output: readonly CertainlyMissing[] };
  /** Lets records go that the user has confirmed; answers how many of the ids were certain. */
  approveMissing: { input: { kind: Kind; ids: readonly string[] }; output: number };
  /** Takes records out that the local store has by now; those that came back meanwhile stay. */
  removeMissing: { input: { kind: Kind; ids: readonly string[]; writeSequence: number }; output: null };
}
