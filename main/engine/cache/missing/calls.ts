import { ok, type Result } from '#contract/result.ts';
import {
  approveMovingOutMissingRecords,
  addRunningTimeAndListMissingToRequest,
  listMissingRecordsToMoveOut,
  recordServiceResultsForMissing,
  filterMissingRecordsStillToMoveOut,
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
    addRunningTimeAndListMissingToRequest: ({ kind, at }) =>
      writer.change(kind, ({ db }) => ok(addRunningTimeAndListMissingToRequest(db, kind, at))),
    recordServiceResultsForMissing: ({ kind, answers, at }) =>
      writer.change(kind, ({ db }) => {
        recordServiceResultsForMissing(db, kind, answers, at);
        return ok(null);
      }),
    listMissingRecordsToMoveOut: ({ kind, after }) =>
      writer.change(kind, ({ db }) => ok(listMissingRecordsToMoveOut(db, kind, after))),
    approveMissing: ({ kind, ids }) =>
      writer.change(kind, ({ db }) => ok(approveMovingOutMissingRecords(db, kind, ids))),
    removeMissing: ({ kind, ids, writeSequence }) =>
      writer.change(kind, (context) => {
        for (const id of filterMissingRecordsStillToMoveOut(context.db, kind, ids))
          removeCachedRecord(context, { kind, id, writeSequence });
        return ok(null);
      }),
  };
}
