import type { IdFamily } from './records.ts';

interface FieldEntry {
  /** The service's name of the field (service's document, section 2.3). */
  readonly wire: string;
  /** Name of the field in the program's own records. */
  readonly name: string;
  readonly kind: 'line' | 'text' | 'choice' | 'flag' | 'reference' | 'entries' | 'list' | 'time';
  /** The family of the ids that a reference field holds. */
  readonly family?: IdFamily;
  /** For a list of entries: the field that names an entry, besides its description. */
  readonly head?: 'code' | 'name';
  readonly label: string;
  /** Whether a create must contain the field (section 4.2). */
  readonly isRequired?: true;
  /** Which changes take it (section 4.2); none where it is left out. */
  readonly editable?: 'create' | 'always';
  /**
   * The field says who created the record and when. It never changes, so it is not compared when a decision
   * is checked against the current record.
   */
  readonly isOrigin?: true;
  /** How the worklist uses the field. Where this is left out, the field is not part of a worklist row. */
  readonly list?: {
    /** The search operator that filters the worklist by this field. */
    readonly filter?: string;
    /** The name of the sort order by this field. */
    readonly sort?: string;
    /** Whether the row shows it under the name of the requisition: a reference or a text. */
    readonly isShown?: true;
  };
}

/**
 * The fields of a requisition, in the order of the service's document, without `object` and `id`. Code that
 * treats all fields of a kind alike derives from this table.
 */
export const REQUISITION_FIELDS = [
  {
    wire: 'type',
    name: 'type',
    kind: 'choice',
    label: 'Type',
    isRequired: true,
    editable: 'create',
    list: { filter: 'type' },
  },
  { wire: 'name', name: 'name', kind: 'line', label: 'Name', editable: 'always', list: { sort: 'name' } },
  {
    wire: 'patient',
    name: 'patient',
    kind: 'reference',
    family: 'user',
    label: 'Patient',
    isRequired: true,
    editable: 'create',
    list: { filter: 'patient', sort: 'patient', isShown: true },
  },
  {
    wire: 'share_with_patient',
    name: 'shareWithPatient',
    kind: 'flag',
    label: 'Shared with patient',
    editable: 'always',
    list: { filter: 'shared' },
  },
  {
    wire: 'requisition_result',
    name: 'requisitionResult',
    kind: 'reference',
    family: 'result',
    label: 'Result',
  },
  {
    wire: 'service_facility',
    name: 'serviceFacility',
    kind: 'reference',
    family: 'facility',
    label: 'Facility',
    editable: 'always',
    list: { filter: 'facility', isShown: true },
  },
  {
    wire: 'ordering_provider',
    name: 'orderingProvider',
    kind: 'reference',
    family: 'user',
    label: 'Ordering provider',
    isRequired: true,
    editable: 'always',
    list: { filter: 'provider' },
  },
  {
    wire: 'diagnoses',
    name: 'diagnoses',
    kind: 'entries',
    head: 'code',
    label: 'Diagnoses',
    editable: 'always',
  },
  { wire: 'scripts', name: 'scripts', kind: 'entries', head: 'name', label: 'Scripts', editable: 'always' },
  { wire: 'order_details', name: 'orderDetails', kind: 'text', label: 'Order details', editable: 'always' },
  { wire: 'comments', name: 'comments', kind: 'list', label: 'Comments' },
  { wire: 'reviews', name: 'reviews', kind: 'list', label: 'Reviews' },
  { wire: 'status_history', name: 'statusHistory', kind: 'list', label: 'Status history' },
  {
    wire: 'last_updated_at',
    name: 'lastUpdatedAt',
    kind: 'time',
    label: 'Last changed',
    list: { filter: 'updated', sort: 'updated' },
  },
  {
    wire: 'created_by',
    name: 'createdBy',
    kind: 'reference',
    family: 'user',
    label: 'Created by',
    isOrigin: true,
  },
  {
    wire: 'created_at',
    name: 'createdAt',
    kind: 'time',
    label: 'Created',
    isOrigin: true,
    list: { filter: 'created', sort: 'created' },
  },
] as const satisfies readonly FieldEntry[];
export type RequisitionField = (typeof REQUISITION_FIELDS)[number];
type FieldKind = FieldEntry['kind'];

/** A field that is a value of every row of the worklist. */
export type WorklistRowField = Extract<RequisitionField, { readonly list: object }>;
export const WORKLIST_ROW_FIELDS = REQUISITION_FIELDS.filter((field) => 'list' in field);

type FilteredField = Extract<WorklistRowField, { readonly list: { readonly filter: string } }>;
/** The search operators of the fields of some kinds. */
export type SearchOperatorOfFieldKind<Kind extends FieldKind> = Extract<
  FilteredField,
  { readonly kind: Kind }
>['list']['filter'];
/** The fields by which the worklist is filtered. */
export const FILTERABLE_FIELDS = WORKLIST_ROW_FIELDS.filter(
  (field) => 'filter' in field.list,
) as readonly FilteredField[]; // The filter has left fields of this type only.

/** Returns the search operators of the fields of some kinds, in the order of the table. */
export function listSearchOperatorsOfFieldKinds<Kind extends FieldKind>(
  ...kinds: readonly Kind[]
): readonly SearchOperatorOfFieldKind<Kind>[] {
  const found = FILTERABLE_FIELDS.filter(({ kind }) => kinds.some((each) => each === kind));
  return found.map(({ list }) => list.filter as SearchOperatorOfFieldKind<Kind>); // The filter has left only fields of these kinds.
}

type SortedField = Extract<WorklistRowField, { readonly list: { readonly sort: string } }>;
/** The fields by which the worklist is sorted. */
export const SORTABLE_FIELDS = WORKLIST_ROW_FIELDS.filter(
  (field) => 'sort' in field.list,
) as readonly SortedField[]; // The filter has left fields of this type only.

type SortedText = Extract<SortedField, { readonly kind: 'line' | 'text' }>;
/** The names of the orders by a text, from A to Z or back. */
export type WorklistTextSortName = SortedText['list']['sort'];
/** The text fields by which the worklist can be sorted. */
export const SORTABLE_TEXT_FIELDS = SORTABLE_FIELDS.filter(({ kind }) =>
  ['line', 'text'].includes(kind),
) as readonly SortedText[]; // The filter has left fields of this type only.

/** The lists of entries with ids, by the service's names. */
export const ENTRY_LISTS: ReadonlySet<string> = new Set(
  REQUISITION_FIELDS.filter(({ kind }) => kind === 'entries').map(({ wire }) => wire),
);

type ShownField = Extract<WorklistRowField, { readonly list: { readonly isShown: true } }>;
/** The fields that a row shows under the name of the requisition. */
export const FIELDS_SHOWN_UNDER_ROW_NAME = WORKLIST_ROW_FIELDS.filter(
  (field) => 'isShown' in field.list,
) as readonly ShownField[]; // The filter has left fields of this type only.

/** The long texts, in the order of the table. */
export const LONG_TEXT_FIELDS = REQUISITION_FIELDS.filter((field) => field.kind === 'text');
export type LongTextField = (typeof LONG_TEXT_FIELDS)[number];

/** Returns whether a name is that of a long text. */
export function isLongTextField(name: string): name is LongTextField['name'] {
  return LONG_TEXT_FIELDS.some((field) => field.name === name);
}

/**
 * Returns an object with one value for each long text.
 * @param by which name of the field its key is
 */
export function buildObjectByLongTextField<By extends 'name' | 'wire', T>(
  by: By,
  toValue: (field: LongTextField) => T,
): Readonly<Record<LongTextField[By], T>> {
  // Object.fromEntries returns an object with any string as key, so its type is asserted; each field has an entry.
  return Object.fromEntries(LONG_TEXT_FIELDS.map((field) => [field[by], toValue(field)])) as Record<
    LongTextField[By],
    T
  >;
}

/** Returns the value of a field in a requisition that the service has made of an empty create (sections 2.1 and 2.3). */
export function getEmptyFieldValue(field: RequisitionField): '' | false | null | readonly never[] {
  switch (field.kind) {
    case 'flag':
      return false;
    case 'entries':
    case 'list':
      return [];
    case 'reference':
      return field.family === 'result' ? null : '';
    case 'line':
    case 'text':
    case 'choice':
    case 'time':
      return '';
  }
}

/** Statuses that the service's document names (section 3). Others are shown as they are. */
export const KNOWN_REQUISITION_STATUSES = ['draft', 'sent', 'results_received'] as const;
