import type { Parsed } from '#contract/api.ts';
import type { Requisition, TypicalDurations } from '#contract/requisitions.ts';
import { readRequisition } from '#main/engine/api/parse/requisition.ts';
import { truncateId } from '#main/engine/cache/tables/columns.ts';
import { KIND_NUMBERS } from '#main/engine/cache/tables/mentions.ts';
import { normalizeText } from '#main/engine/cache/tables/search-text.ts';
import { findRecord } from '#main/engine/cache/tables/table.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import type { QueryContext } from './context.ts';
import { findPositions, type FoundPosition } from './find.ts';

type Asked = Parsed<'requisitions.similar'>;

/** The newest requisitions of a patient are compared. */
const COMPARED = 300;
const MAX_SHOWN = 5;
/** So large a share in common makes two names, or two sets of scripts or codes, nearly the same. */
const NEAR = { name: 0.6, scripts: 0.5, codes: 0.5 } as const;
const ENDED = 'results_received';

function toText(text: string): ReadonlySet<string> {
  return new Set(normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? []);
}

function toNormalizedSet(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.map((text) => normalizeText(text).trim()).filter((text) => text !== ''));
}

/** How much two sets have in common, of all that is in either; nothing where one is empty. */
function inCommon(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const common = [...left].filter((each) => right.has(each)).length;
  return common === 0 ? 0 : common / (left.size + right.size - common);
}

/** How near a requisition is to what is asked; 0 where it is not near at all. */
function nearness(record: Requisition, { name, scripts, codes }: Asked): number {
  const ofName = inCommon(toText(name), toText(record.name));
  const ofScripts = inCommon(
    toNormalizedSet(scripts),
    toNormalizedSet(record.scripts.map((script) => script.name)),
  );
  const ofCodes = inCommon(toNormalizedSet(codes), toNormalizedSet(record.diagnoses.map(({ code }) => code)));
  // One diagnosis has many orders: codes speak alone only where there is nothing else to compare.
  const hasOnlyCodes = name.trim() === '' && scripts.length === 0;
  const isNear = ofName >= NEAR.name || ofScripts >= NEAR.scripts || (hasOnlyCodes && ofCodes >= NEAR.codes);
  return isNear ? ofName + ofScripts + ofCodes : 0;
}

/** Requisitions of the patient that have no results yet and are nearly the same, the nearest first. */
export function similarPositions(context: QueryContext, asked: Asked): readonly FoundPosition[] {
  const { positions } = findPositions(
    context,
    {
      tab: 'all',
      terms: [
        { field: 'patient', value: asked.patient, isNot: false },
        { field: 'status', value: ENDED, isNot: true },
      ],
      order: { by: 'updated', descending: true },
    },
    { position: null, limit: COMPARED },
  );
  const near = positions.flatMap((position) => {
    if (position.id === asked.except) return [];
    const record =
      position.pending?.record ?? findRecord(context.cache, 'requisition', position.row, readRequisition);
    const score = record === null || record.type !== asked.type ? 0 : nearness(record, asked);
    return score > 0 ? [{ position, score }] : [];
  });
  return near
    .toSorted((left, right) => right.score - left.score)
    .slice(0, MAX_SHOWN)
    .map(({ position }) => position);
}

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
