import type { ValidatedInput } from '#contract/api.ts';
import type { Requisition, TypicalStatusStepDurations } from '#contract/requisitions.ts';
import { parseRequisition } from '#main/engine/api/parse/requisition.ts';
import { getQuantile } from '#main/engine/cache/query/result-durations.ts';
import { truncateId } from '#main/engine/cache/tables/columns.ts';
import { KIND_NUMBERS } from '#main/engine/cache/tables/id-references.ts';
import { normalizeText } from '#main/engine/cache/tables/search-text.ts';
import { readRecordAtRow } from '#main/engine/cache/tables/table.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import type { WorklistQueryContext } from './context.ts';
import { findWorklistPagePositions } from './find.ts';
import type { FoundPosition } from './scan-positions.ts';
import { getRecordAtPosition } from './rows.ts';

type Asked = ValidatedInput<'requisitions.similar'>;

/** Maximum number of a patient's requisitions that are compared, the newest ones. */
const MAX_COMPARED = 300;
const MAX_SHOWN = 5;
/** Minimum share of common elements for names, scripts or codes to count as similar. */
const NEAR = { name: 0.6, scripts: 0.5, codes: 0.5 } as const;
const ENDED = 'results_received';

function toText(text: string): ReadonlySet<string> {
  return new Set(normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? []);
}

function toNormalizedSet(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.map((text) => normalizeText(text).trim()).filter((text) => text !== ''));
}

/** Returns the Jaccard similarity of two sets; 0 where one is empty. */
function inCommon(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const common = [...left].filter((each) => right.has(each)).length;
  return common === 0 ? 0 : common / (left.size + right.size - common);
}

/** Returns the similarity score of a requisition; 0 where it is not similar. */
function nearness(record: Requisition, { name, scripts, codes }: Asked): number {
  const ofName = inCommon(toText(name), toText(record.name));
  const ofScripts = inCommon(
    toNormalizedSet(scripts),
    toNormalizedSet(record.scripts.map((script) => script.name)),
  );
  const ofCodes = inCommon(toNormalizedSet(codes), toNormalizedSet(record.diagnoses.map(({ code }) => code)));
  // Different orders share a diagnosis, so codes alone only count where there is nothing else to compare.
  const hasOnlyCodes = name.trim() === '' && scripts.length === 0;
  const isNear = ofName >= NEAR.name || ofScripts >= NEAR.scripts || (hasOnlyCodes && ofCodes >= NEAR.codes);
  return isNear ? ofName + ofScripts + ofCodes : 0;
}

/** Returns the patient's requisitions without results that are similar to the given order, the most similar first. */
export function findSimilarOpenOrdersOfPatient(
  context: WorklistQueryContext,
  asked: Asked,
): readonly FoundPosition[] {
  const { positions } = findWorklistPagePositions(
    context,
    {
      tab: 'all',
      terms: [
        { field: 'patient', value: asked.patient, isNot: false },
        { field: 'status', value: ENDED, isNot: true },
      ],
      order: { by: 'updated', descending: true },
    },
    { position: null, limit: MAX_COMPARED },
  );
  const near = positions.flatMap((position) => {
    if (position.id === asked.except) return [];
    const record = getRecordAtPosition(context, position);
    const score = record === null || record.type !== asked.type ? 0 : nearness(record, asked);
    return score > 0 ? [{ position, score }] : [];
  });
  return near
    .toSorted((left, right) => right.score - left.score)
    .slice(0, MAX_SHOWN)
    .map(({ position }) => position);
}

type Step = TypicalStatusStepDurations['steps'][number];

/** Maximum number of requisitions from which durations are computed; the newest show the current ones. */
const SAMPLE_SIZE = 300;
/** Maximum number of rows of a facility that are searched for those of one type. */
const MAX_EXAMINED = 5_000;
const MAX_STEPS = 20;
const PERCENTILE_90 = 0.9;

/**
 * Returns the query of the rows of a type at a facility, the last added first; without a facility, the last
 * updated rows of any facility.
 */
function teachers(serviceFacility: string, type: string): Sql<{ row: number }> {
  if (serviceFacility === '') {
    return sql`SELECT row FROM requisition INDEXED BY requisition_type WHERE type = ${truncateId(type)}
      ORDER BY last_updated_at DESC LIMIT ${SAMPLE_SIZE}`;
  }
  const here = sql`SELECT row FROM id_reference WHERE id = ${truncateId(serviceFacility)} AND kind = ${KIND_NUMBERS.requisition}
    ORDER BY row DESC LIMIT ${MAX_EXAMINED}`;
  return sql`SELECT row FROM (${here}) CROSS JOIN requisition USING (row)
    WHERE service_facility = ${truncateId(serviceFacility)} AND type = ${truncateId(type)} LIMIT ${SAMPLE_SIZE}`;
}

interface Taken {
  readonly from: string;
  readonly to: string;
  readonly ms: number;
}

/** Returns the changes from one status to another in the order of their times, with their durations. */
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

function stepFrom(taken: readonly Taken[]): Step {
  const sorted = taken.map(({ ms }) => ms).toSorted((left, right) => left - right);
  const { from, to } = taken[0] ?? { from: '', to: '' }; // Never used: a group has at least one element.
  return {
    from,
    to,
    sampleSize: sorted.length,
    median: getQuantile(sorted, 0.5),
    percentile90: getQuantile(sorted, PERCENTILE_90),
  };
}

/**
 * Returns how long the steps of a requisition typically take at a facility for a type (service's document,
 * section 2.3, status history), computed from the newest cached ones; the steps with most data first.
 */
export function findTypicalStepDurations(
  db: ReadableDb,
  serviceFacility: string,
  type: string,
): TypicalStatusStepDurations {
  const taken = db.all(teachers(serviceFacility, type)).flatMap(({ row }) => {
    const record = readRecordAtRow(db, 'requisition', row, parseRequisition);
    return record === null ? [] : toSteps(record);
  });
  const groups = Map.groupBy(taken, ({ from, to }) => JSON.stringify([from, to]));
  const steps = [...groups.values()]
    .map(stepFrom)
    .toSorted((left, right) => right.sampleSize - left.sampleSize);
  return { steps: steps.slice(0, MAX_STEPS) };
}
