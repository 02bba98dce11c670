/** Requisitions as ServiceRequest resources of FHIR R4 (4.0.1), for programs of other makers. */
import { createHash } from 'node:crypto';
import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Requisition } from '#contract/requisitions.ts';
import type { EpochMs } from '#contract/time.ts';
import type { GetLocalNameOrEmpty, JsonOpeningAndClosingText } from '#main/engine/cache/queries/export.ts';

/** The profile that every resource follows: the one of the standard itself. */
const SERVICE_REQUEST_PROFILE = 'http://hl7.org/fhir/StructureDefinition/ServiceRequest';

/** Codes of SNOMED CT, as the standard's examples use them. */
const CATEGORIES: ReadonlyMap<string, { readonly code: string; readonly display: string }> = new Map([
  ['lab', { code: '108252007', display: 'Laboratory procedure' }],
  ['imaging', { code: '363679005', display: 'Imaging' }],
]);

/** The data types `code` and `string` of the standard. */
const CODE = /^\S+( \S+)*$/;
const MAX_STRING_LENGTH = 1_000_000;
/** The data type `instant` has years of four digits. */
const INSTANT = /^\d{4}-/;

const UUID_HEX = 32;

/** Returns the text as the standard's `string`; undefined where it has no characters but spaces. */
function toFhirString(text: string): string | undefined {
  // What is left out are control characters that no program shows.
  const shown = text
    .toWellFormed()
    .replaceAll(/[^\S \r\n\t]/gu, ' ')
    .slice(0, MAX_STRING_LENGTH)
    .toWellFormed();
  return shown.trim() === '' ? undefined : shown;
}

function toInstant(at: EpochMs | null): string | undefined {
  if (at === null) return undefined;
  const text = new Date(at).toISOString();
  return INSTANT.test(text) ? text : undefined;
}

/** A list of the standard has at least one element. */
function toFhirList<T>(elements: readonly T[]): readonly T[] | undefined {
  return elements.length === 0 ? undefined : elements;
}

/** Refers to a user or a place by the service's id, because the service has no resources of them. */
function toReference(type: string, id: string, nameOf: GetLocalNameOrEmpty) {
  const value = toFhirString(id);
  return value === undefined ? undefined : { type, identifier: { value }, display: toFhirString(nameOf(id)) };
}

/** The document does not name the coding system of the codes, so none is claimed. */
function toReason({ code, description }: Requisition['diagnoses'][number]) {
  const text = toFhirString(description) ?? toFhirString(code);
  if (text === undefined) return [];
  return [{ ...(CODE.test(code) && { coding: [{ code, display: toFhirString(description) }] }), text }];
}

function toOrderDetail({ name, description }: Requisition['scripts'][number]) {
  const text = toFhirString([name, description].filter((part) => part.trim() !== '').join(': '));
  return text === undefined ? [] : [{ text }];
}

function toNotes({ orderDetails, comments }: Requisition, nameOf: GetLocalNameOrEmpty) {
  const details = toFhirString(orderDetails);
  return [
    ...(details === undefined ? [] : [{ text: details }]),
    ...comments.flatMap(({ comment, createdBy, createdAt }) => {
      const text = toFhirString(comment);
      const authorReference = toReference('Practitioner', createdBy, nameOf);
      return text === undefined ? [] : [{ authorReference, time: toInstant(createdAt), text }];
    }),
  ];
}

function toStatus(status: string): string {
  const known: ReadonlyMap<string, string> = new Map(
    Object.entries(SERVICE_ASSUMPTIONS.fhirOrderStatus.statuses),
  );
  return known.get(status) ?? SERVICE_ASSUMPTIONS.fhirOrderStatus.otherwise;
}

/**
 * Returns the same UUID (version 8 of RFC 9562) for the same id, so that a second export names the same order
 * by the same address.
 */
function toUuid(id: string): string {
  const hex = createHash('sha256').update(id).digest('hex').slice(0, UUID_HEX);
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-a$4-$5');
}

/**
 * Returns the entry of a bundle for one requisition. Reviews and the status history stay out: the standard has
 * no element of a ServiceRequest for them.
 * @param record as the service has it, without pending changes
 */
export function toFhirBundleEntry(record: Requisition, nameOf: GetLocalNameOrEmpty): unknown {
  const { id, type, name, createdAt, lastUpdatedAt } = record;
  const coding = CATEGORIES.get(type);
  const category = toFhirString(type);
  const title = toFhirString(name);
  return {
    fullUrl: `urn:uuid:${toUuid(id)}`,
    resource: {
      resourceType: 'ServiceRequest',
      meta: { lastUpdated: toInstant(lastUpdatedAt), profile: [SERVICE_REQUEST_PROFILE] },
      identifier: [{ value: toFhirString(id) }],
      status: toStatus(record.status),
      intent: 'order',
      category:
        category === undefined
          ? undefined
          : [
              {
                ...(coding && { coding: [{ system: 'http://snomed.info/sct', ...coding }] }),
                text: category,
              },
            ],
      code: title === undefined ? undefined : { text: title },
      orderDetail: toFhirList(record.scripts.flatMap(toOrderDetail)),
      subject: toReference('Patient', record.patient, nameOf) ?? { type: 'Patient' },
      authoredOn: toInstant(createdAt),
      requester: toReference('Practitioner', record.orderingProvider, nameOf),
      locationReference: toFhirList(
        [toReference('Location', record.serviceFacility, nameOf)].filter((each) => each !== undefined),
      ),
      reasonCode: toFhirList(record.diagnoses.flatMap(toReason)),
      note: toFhirList(toNotes(record, nameOf)),
    },
  };
}

/** Returns what is around the entries of a bundle. */
export function buildFhirBundleFrame(now: EpochMs): JsonOpeningAndClosingText {
  const head = JSON.stringify({ resourceType: 'Bundle', type: 'collection', timestamp: toInstant(now) });
  return { open: `${head.slice(0, -1)},"entry":[`, close: ']}\n' };
}
