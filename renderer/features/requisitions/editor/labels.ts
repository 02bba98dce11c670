import { buildObjectByLongTextField } from '#contract/requisition-fields.ts';
import type { RequisitionDraftFieldName } from '#renderer/state/requisitions/requisition-draft-fields.ts';
import type { RequisitionProblem } from '#renderer/state/requisitions/draft-validation.ts';
import type { TextFunction } from '#renderer/text/text.ts';

const LABEL = {
  patient: 'editor.patient',
  type: 'editor.type',
  orderingProvider: 'editor.provider',
  name: 'editor.name',
  furtherTests: 'editor.furtherTests',
  serviceFacility: 'editor.facility',
  diagnoses: 'editor.diagnoses',
  scripts: 'editor.scripts',
  ...buildObjectByLongTextField('name', ({ wire }) => `field.${wire}` as const),
  isShared: 'editor.sharing',
  reviewer: 'editor.reviewer',
  deadline: 'editor.deadline',
} as const satisfies Record<RequisitionDraftFieldName, string>;

/** Returns the label of a field of the requisition editor. */
export function getRequisitionFieldLabel(text: TextFunction, field: RequisitionDraftFieldName): string {
  return text(LABEL[field]);
}

type FieldPath = RequisitionProblem['at'];

/** Returns the field that a problem concerns, and the row counted from 1 if it concerns one. */
export function splitFieldPath(at: FieldPath): {
  readonly field: RequisitionDraftFieldName;
  readonly number: number | null;
} {
  const [field, row] = at.split('.') as [RequisitionDraftFieldName, string | undefined]; // The path is the field, then a dot and the row.
  return { field, number: row === undefined ? null : Number(row) + 1 };
}

/** Label of the field, and row, that has a problem. */
export function getRequisitionProblemFieldLabel(text: TextFunction, at: FieldPath): string {
  const { field, number } = splitFieldPath(at);
  if (number === null) return getRequisitionFieldLabel(text, field);
  if (field === 'furtherTests') return text('editor.furtherTest', { number });
  return text(field === 'diagnoses' ? 'editor.diagnosis' : 'editor.script', { number });
}

/** Returns the message for a validation problem of the requisition editor. */
export function formatRequisitionProblem(
  text: TextFunction,
  { at, wrong, prefix = '' }: RequisitionProblem,
): string {
  const { field } = splitFieldPath(at);
  switch (wrong) {
    case 'missing':
      return field === 'orderingProvider' || field === 'reviewer'
        ? text(`editor.wrong.missing.${field}`)
        : text('editor.wrong.missing.patient');
    case 'head':
      return text(`editor.wrong.head.${field === 'scripts' ? 'scripts' : 'diagnoses'}`);
    case 'prefix':
    case 'id':
      return text(`editor.wrong.${wrong}`, { prefix });
    default:
      return text(`editor.wrong.${wrong}`);
  }
}
