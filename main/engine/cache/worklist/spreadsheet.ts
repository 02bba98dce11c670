import { stringify } from 'csv-stringify/sync';
import type { Requisition } from '#contract/requisition.ts';

type NameOf = (id: string) => string;

function moment(date: number | null): string {
  return date === null ? '' : new Date(date).toISOString();
}

/** The columns of the table, each with its heading: the service's own field names, and local names beside ids. */
const COLUMNS: readonly (readonly [
  heading: string,
  cell: (record: Requisition, nameOf: NameOf) => string,
])[] = [
  ['id', ({ id }) => id],
  ['type', ({ type }) => type],
  ['name', ({ name }) => name],
  ['status', ({ status }) => status],
  ['needs_review', ({ needsReview }) => String(needsReview)],
  ['patient', ({ patient }) => patient],
  ['patient_name', ({ patient }, nameOf) => nameOf(patient)],
  ['share_with_patient', ({ shareWithPatient }) => String(shareWithPatient)],
  ['service_facility', ({ serviceFacility }) => serviceFacility],
  ['service_facility_name', ({ serviceFacility }, nameOf) => nameOf(serviceFacility)],
  ['ordering_provider', ({ orderingProvider }) => orderingProvider],
  ['ordering_provider_name', ({ orderingProvider }, nameOf) => nameOf(orderingProvider)],
  [
    'diagnoses',
    ({ diagnoses }) => diagnoses.map(({ code, description }) => `${code} ${description}`).join('; '),
  ],
  ['scripts', ({ scripts }) => scripts.map(({ name, description }) => `${name} ${description}`).join('; ')],
  ['order_details', ({ orderDetails }) => orderDetails],
  ['comments', ({ comments }) => comments.map(({ comment }) => comment).join('\n')],
  ['reviewers', ({ reviews }) => reviews.map(({ reviewer }) => reviewer).join('; ')],
  ['reviewer_names', ({ reviews }, nameOf) => reviews.map(({ reviewer }) => nameOf(reviewer)).join('; ')],
  [
    'review_deadlines',
    ({ reviews }) => reviews.map(({ reviewDeadline }) => moment(reviewDeadline)).join('; '),
  ],
  ['reviewed_at', ({ reviews }) => reviews.map(({ reviewedAt }) => moment(reviewedAt)).join('; ')],
  ['requisition_result', ({ requisitionResult }) => requisitionResult ?? ''],
  ['created_by', ({ createdBy }) => createdBy],
  ['created_by_name', ({ createdBy }, nameOf) => nameOf(createdBy)],
  ['created_at', ({ createdAt }) => moment(createdAt)],
  ['last_updated_at', ({ lastUpdatedAt }) => moment(lastUpdatedAt)],
];

/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

function lines(rows: readonly (readonly string[])[]): string {
  // Cells that a spreadsheet would run as formulas get an apostrophe in front.
  return stringify([...rows], { record_delimiter: '\r\n', escape_formulas: true });
}

/** What stands before the first requisition: the mark of the encoding and the headings. */
export function tableHead(): string {
  return BYTE_ORDER_MARK + lines([COLUMNS.map(([heading]) => heading)]);
}

/** The ids in requisitions for which the table shows local names. */
export function namedInTable(records: readonly Requisition[]): readonly string[] {
  return records.flatMap(({ patient, serviceFacility, orderingProvider, createdBy, reviews }) => [
    patient,
    serviceFacility,
    orderingProvider,
    createdBy,
    ...reviews.map(({ reviewer }) => reviewer),
  ]);
}

/** Requisitions as lines of a table (RFC 4180). */
export function tableLines(records: readonly Requisition[], names: ReadonlyMap<string, string>): string {
  const nameOf: NameOf = (id) => names.get(id) ?? '';
  return lines(records.map((record) => COLUMNS.map(([, cell]) => cell(record, nameOf).toWellFormed())));
}
