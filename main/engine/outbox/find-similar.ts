import type { Candidate } from '#contract/outbox.ts';
import { ok, type Result } from '#contract/result.ts';
import type { StoredOperation } from '#main/engine/desk/protocol.ts';
import { listForms } from '#main/engine/service/forms.ts';
import { listRequisitions } from '#main/engine/service/requisitions.ts';
import { readList, type RawResource } from '#main/engine/service/wire/envelope.ts';
import type { JsonObject } from '#main/engine/service/wire/fields.ts';
import { readForm } from '#main/engine/service/wire/form.ts';
import { readRequisition } from '#main/engine/service/wire/requisition.ts';
import { isCandidate, listDifferences, type CreatedKind, type Difference } from './compare-records.ts';
import type { SendContext } from './ground.ts';
import { listWhole, type Listing, type ReadPage } from './list-whole.ts';

/** A record that the service holds, as what a create may have made. */
export interface Created {
  readonly id: string;
  readonly createdBy: string;
  readonly createdAt: Candidate['createdAt'];
  readonly value: JsonObject;
  readonly text: string;
}

/** A record that is similar to what a create makes. */
export interface Similar extends Created {
  /** Whether this account's user made it; 'unknown' where the account or the record does not say who. */
  readonly maker: 'user' | 'another' | 'unknown';
  readonly differences: readonly Difference[];
}

export interface SimilarRecords {
  readonly records: readonly Similar[];
  /** Whether the list was read to an end that can be believed. */
  readonly isCertain: boolean;
}

/** Creates concern forms and requisitions alone. */
export function createdKind({ kind }: Pick<StoredOperation, 'kind'>): CreatedKind {
  return kind === 'form' ? 'form' : 'requisition';
}

/** Reads a resource as what a create may have made; null where it is none of the kind. */
export function readCreated(kind: CreatedKind, { text, value }: RawResource): Created | null {
  const reading = kind === 'form' ? readForm(value) : readRequisition(value);
  if (!reading.ok) return null;
  const { id, createdBy, createdAt } = reading.record;
  return { id, createdBy, createdAt, value: value as JsonObject, text }; // a reading succeeds for objects alone
}

/** Reads pages of the list that holds what a create makes: all forms, or by `patient` alone (section 4.2). */
export function pageReader(context: SendContext, { kind, data }: StoredOperation): ReadPage {
  return async (paging) => {
    const reply = await context.ask((http) =>
      kind === 'form'
        ? listForms(http, paging)
        : listRequisitions(http, { ...paging, patient: String(data['patient']) }),
    );
    return reply.ok ? readList(reply.value.bytes) : reply;
  };
}

/** Reads the whole list that holds the record of a write, or what a create makes: all forms, or one patient's requisitions. */
export function listKind(context: SendContext, operation: StoredOperation): Promise<Result<Listing>> {
  return listWhole(pageReader(context, operation));
}

function findMaker({ userId }: SendContext, { createdBy }: Created): Similar['maker'] {
  if (userId === null || createdBy === '') return 'unknown';
  return createdBy === userId ? 'user' : 'another';
}

/**
 * Lists the records at the service that are similar to what a create makes, without those that creates of this computer are known to
 * have made. No filter is trusted but `patient`, and that one only to make the list shorter.
 */
export async function findSimilar(
  context: SendContext,
  operation: StoredOperation,
): Promise<Result<SimilarRecords>> {
  const listing = await listKind(context, operation);
  if (!listing.ok) return listing;
  const kind = createdKind(operation);
  const similar = listing.value.resources
    .map((resource) => readCreated(kind, resource))
    .filter((created) => created !== null)
    .filter(({ value }) => isCandidate(kind, operation.data, value));
  const own = await context.ownCreations(similar.map(({ id }) => id));
  if (!own.ok) return own;
  const records = similar
    .filter(({ id }) => !own.value.includes(id))
    .map((created) => ({
      ...created,
      maker: findMaker(context, created),
      differences: listDifferences(kind, operation.data, created.value),
    }));
  return ok({ records, isCertain: listing.value.isCertain });
}

function toText(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** Shows similar records to the user: they are cached, so that they can be opened, and listed with what differs. */
export async function showCandidates(
  context: SendContext,
  kind: CreatedKind,
  records: readonly (Created & Pick<Similar, 'differences'>)[],
): Promise<readonly Candidate[]> {
  for (const { text } of records) await context.store(kind, text);
  return records.map(({ id, createdBy, createdAt, value, differences }) => ({
    id,
    createdBy,
    createdAt,
    name: typeof value['name'] === 'string' ? value['name'] : '',
    differences: differences.map(({ field, mine, theirs }) => ({
      field,
      mine: JSON.stringify(mine),
      theirs: toText(theirs),
    })),
  }));
}
