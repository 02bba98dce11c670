import type { Requisition } from '#contract/requisition.ts';
import type { TypicalDurations } from '#contract/worklist.ts';
import { readRequisition } from '#main/engine/service/wire/requisition.ts';
import type { ReadableDb } from '#main/engine/store/db.ts';
import { sql, type Sql } from '#main/engine/store/sql.ts';
import { KIND_NUMBERS } from '../mentions.ts';
import { truncateId } from '../summary.ts';
import { findRecord } from '../trace.ts';

type Step = TypicalDurations['steps'][number];

/** The newest requisitions tell how long things take now. */
const TEACHERS = 300;
/** Rows of a facility that are looked into for those of one type. */
const MAX_EXAMINED = 5_000;
const MAX_STEPS = 20;
const SLOW = 0.9;

/** Rows of a type at a facility, the last that came first; without a facility of any. */
function teachers(serviceFacility: string, type: string): Sql<{ row: number }> {
  if (serviceFacility === '') {
    return sql`SELECT row FROM requisition INDEXED BY requisition_type WHERE type = ${truncateId(type)}
      ORDER BY last_updated_at DESC LIMIT ${TEACHERS}`;
  }
  const here = sql`SELECT row FROM id_reference WHERE id = ${truncateId(serviceFacility)} AND kind = ${KIND_NUMBERS.requisition}
    ORDER BY row DESC LIMIT ${MAX_EXAMINED}`;
  return sql`SELECT row FROM (${here}) CROSS JOIN requisition USING (row)
    WHERE service_facility = ${truncateId(serviceFacility)} AND type = ${truncateId(type)} LIMIT ${TEACHERS}`;
}

interface Taken {
  readonly from: string;
  readonly to: string;
  readonly ms: number;
}

/** The steps from one status to another, in the order of their times, with how long each took. */
function toSteps({ statusHistory }: Requisition): readonly Taken[] {
  const dated = statusHistory.flatMap(({ status, changedAt }) =>
    changedAt === null ? [] : [{ status, changedAt }],
  );
  const ordered = dated.toSorted((left, right) => left.changedAt - right.changedAt);
  return ordered.flatMap(({ status, changedAt }, index) => {
    const next = ordered[index + 1];
    if (next === undefined || next.status === status) return [];
    return [{ from: status, to: next.status, ms: next.changedAt - changedAt }];
  });
}

/** The value that a share of the sorted values does not exceed. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function stepFrom(taken: readonly Taken[]): Step {
  const sorted = taken.map(({ ms }) => ms).toSorted((left, right) => left - right);
  const { from, to } = taken[0] ?? { from: '', to: '' }; // a group has a first one
  return { from, to, of: sorted.length, median: quantile(sorted, 0.5), slow: quantile(sorted, SLOW) };
}

/**
 * How long the steps of a requisition usually take at a facility for a type (service's document, section 2.3, status history),
 * as the newest ones in the cache tell; the best known first.
 */
export function findTypicalDurations(
  db: ReadableDb,
  serviceFacility: string,
  type: string,
): TypicalDurations {
  const taken = db.all(teachers(serviceFacility, type)).flatMap(({ row }) => {
    const record = findRecord(db, 'requisition', row, readRequisition);
    return record === null ? [] : toSteps(record);
  });
  const groups = Map.groupBy(taken, ({ from, to }) => JSON.stringify([from, to]));
  const steps = [...groups.values()].map(stepFrom).toSorted((left, right) => right.of - left.of);
  return { steps: steps.slice(0, MAX_STEPS) };
}
