import { ok, type Result } from '#contract/result.ts';
import {
  approveMissingRemoval,
  listMissingToRequest,
  listMissingToMove,
  recordAnswersForMissing,
  filterMissingStillMovable,
  markRecordMissing,
} from '../ingest/missing-records.ts';
import type { MissingRecordCalls } from '../ingest/protocol.ts';
import { removeCachedRecord } from '../ingest/write-one.ts';
import type { CacheWriter } from '../ingest/writer.ts';

type MissingHandlers = {
  readonly [N in keyof MissingRecordCalls]: (
    input: MissingRecordCalls[N]['input'],
  ) => Result<MissingRecordCalls[N]['output']>;
};

/** Returns the writer's calls about missing records. Each call is one transaction, committed on return. */
export function createMissingRecordWriterCalls(writer: Pick<CacheWriter, 'change'>): MissingHandlers {
  return {
    markMissing: ({ kind, id }) =>
      writer.change(kind, ({ db }) => {
        markRecordMissing(db, kind, id);
        return ok(null);
      }),
    listMissingToRequest: ({ kind, at }) =>
      writer.change(kind, ({ db }) => ok(listMissingToRequest(db, kind, at))),
    recordAnswersForMissing: ({ kind, answers, at }) =>
      writer.change(kind, ({ db }) => {
        recordAnswersForMissing(db, kind, answers, at);
        return ok(null);
      }),
    listMissingToMove: ({ kind, after }) =>
      writer.change(kind, ({ db }) => ok(listMissingToMove(db, kind, after))),
    approveMissing: ({ kind, ids }) =>
      writer.change(kind, ({ db }) => ok(approveMissingRemoval(db, kind, ids))),
    removeMissing: ({ kind, ids, writeSequence }) =>
      writer.change(kind, (context) => {
        for (const id of filterMissingStillMovable(context.db, kind, ids))
          removeCachedRecord(context, { kind, id, writeSequence });
        return ok(null);
      }),
  };
}
