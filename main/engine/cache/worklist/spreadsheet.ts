import type { Requisition } from '#contract/requisition.ts';
import { readRequisition } from '#main/engine/service/wire/requisition.ts';
import { writeSequence, type SpreadsheetColumns } from '../spreadsheet.ts';

/** Requisitions as a table. */
export const REQUISITION_COLUMNS: SpreadsheetColumns<Requisition> = {
  kind: 'requisition',
  read: readRequisition,
  columns: [
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
      ({ reviews }) => reviews.map(({ reviewDeadline }) => writeSequence(reviewDeadline)).join('; '),
    ],
    ['reviewed_at', ({ reviews }) => reviews.map(({ reviewedAt }) => writeSequence(reviewedAt)).join('; ')],
    ['requisition_result', ({ requisitionResult }) => requisitionResult ?? ''],
    ['created_by', ({ createdBy }) => createdBy],
    ['created_by_name', ({ createdBy }, nameOf) => nameOf(createdBy)],
    ['created_at', ({ createdAt }) => writeSequence(createdAt)],
    ['last_updated_at', ({ lastUpdatedAt }) => writeSequence(lastUpdatedAt)],
  ],
  namedIn: ({ patient, serviceFacility, orderingProvider, createdBy, reviews }) => [
    patient,
    serviceFacility,
    orderingProvider,
    createdBy,
    ...reviews.map(({ reviewer }) => reviewer),
  ],
};
