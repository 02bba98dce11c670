import { sql } from '#main/engine/sqlite/sql.ts';

/** Ended completion requests in the orders of their list, so that a page of a long history reads its own rows only. */
export const endedRequestOrderMigration = {
  version: 2,
  name: 'ended-request-order',
  schema: sql`
CREATE INDEX completion_request_asked ON completion_request (requested_at) WHERE state <> 'open';
CREATE INDEX completion_request_ended ON completion_request (ended_before) WHERE state <> 'open';
`,
};
