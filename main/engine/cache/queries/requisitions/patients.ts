import { ok, type Result } from '#contract/result.ts';
import { getRecordWithPending, type PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql, toSqlList } from '#main/engine/sqlite/sql.ts';

/** The patient of a requisition, by the id under which it was asked for. */
export interface RequisitionPatient {
  readonly id: string;
  readonly patient: string;
}

/** Reads of the patients of requisitions that only the engine calls. */
export interface PatientReadsForEngineOnly {
  /** Returns the patients of those of the requisitions of which one is known. */
  'requisitions.patients': {
    input: { readonly ids: readonly string[] };
    output: readonly RequisitionPatient[];
  };
}

interface PatientReadContext {
  readonly db: ReadableDb;
  readonly local: ReadableDb;
  readonly overlay: PendingOverlay;
}

/** Returns the patient of a requisition that no table holds: one that waits to be created. */
function findPatientOfUnsent({ overlay }: PatientReadContext, id: string): readonly RequisitionPatient[] {
  const found = overlay.record('requisition', id);
  const patient = found === undefined ? undefined : getRecordWithPending(found)?.['patient'];
  return typeof patient === 'string' ? [{ id, patient }] : [];
}

/**
 * Returns the patients of requisitions: those that are cached, then those that the service no longer returns,
 * then those that exist on this computer only.
 */
export function listPatientsOfRequisitions(
  context: PatientReadContext,
  { ids }: PatientReadsForEngineOnly['requisitions.patients']['input'],
): Result<readonly RequisitionPatient[]> {
  const { db, local } = context;
  const cached = db.all(sql<RequisitionPatient>`
    SELECT id, patient FROM requisition WHERE id IN ${toSqlList(ids)}`);
  const missing = local.all(sql<RequisitionPatient>`
    SELECT id, patient FROM missing_record WHERE kind = 'requisition' AND id IN ${toSqlList(ids)}`);
  const known = new Map([...missing, ...cached].map((each) => [each.id, each]));
  const unsent = ids.filter((id) => !known.has(id)).flatMap((id) => findPatientOfUnsent(context, id));
  return ok([...known.values(), ...unsent].filter(({ patient }) => patient !== ''));
}
