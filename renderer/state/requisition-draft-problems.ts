import { ID_PREFIXES, MAX_ID_LENGTH, type IdFamily } from '#contract/ids.ts';
import { getLastMinute } from './draft-deadline.ts';
import { idWrong, NAME_LENGTH, TEXT_LENGTH, textWrong } from './draft-problem.ts';
import { touched, type DraftContext } from './draft-subject.ts';
import {
  ASKED,
  isBlankPart,
  type EditorFields,
  type FieldName,
  type FinishedOrder,
  type PartFields,
} from './requisition-draft-fields.ts';
import { typedId } from './typed-id.ts';

/** What can be wrong with a field. The words stand with the other texts of the page. */
export type Wrong =
  | 'missing'
  | 'prefix'
  | 'id'
  | 'too-long'
  | 'characters'
  | 'head'
  | 'too-many'
  | 'day'
  | 'past'
  | 'no-reviewer';

export interface Problem {
  /** A field, or one row of it: `diagnoses.2`. */
  readonly at: FieldName | `${'diagnoses' | 'scripts'}.${number}`;
  readonly wrong: Wrong;
  /** The prefix that an id should have. */
  readonly prefix?: string;
}

/** Whose ids a field takes, and whether it must be filled in (section 4.2). */
const ID_FIELDS = {
  patient: { family: 'user', isNeeded: true },
  orderingProvider: { family: 'user', isNeeded: true },
  serviceFacility: { family: 'facility', isNeeded: false },
  reviewer: { family: 'user', isNeeded: false },
} as const satisfies Partial<Record<FieldName, { family: IdFamily; isNeeded: boolean }>>;

// What the contract of the writes takes at most, besides.
const MAX_PARTS = 200;

type IdField = keyof typeof ID_FIELDS;

function isIdField(field: FieldName): field is IdField {
  return Object.hasOwn(ID_FIELDS, field);
}

function idProblems(at: IdField, typed: string): readonly Problem[] {
  const { family, isNeeded } = ID_FIELDS[at];
  const id = typedId(typed);
  if (id === '') return isNeeded ? [{ at, wrong: 'missing' }] : [];
  const wrong = idWrong(family, id);
  return wrong === null ? [] : [{ at, wrong, prefix: ID_PREFIXES[family] }];
}

function partWrong(field: 'diagnoses' | 'scripts', part: PartFields): Wrong | null {
  if (isBlankPart(part)) return null;
  if (part.head.trim() === '') return 'head';
  return (
    textWrong(part.head, field === 'diagnoses' ? MAX_ID_LENGTH : NAME_LENGTH) ??
    textWrong(part.description, TEXT_LENGTH)
  );
}

function partProblems(field: 'diagnoses' | 'scripts', parts: readonly PartFields[]): readonly Problem[] {
  if (parts.length > MAX_PARTS) return [{ at: field, wrong: 'too-many' }];
  return parts.flatMap((part, index) => {
    const wrong = partWrong(field, part);
    return wrong === null ? [] : [{ at: `${field}.${index}` as const, wrong }];
  });
}

function deadlineWrong({ deadline, reviewer }: EditorFields, zone: string, now: number): Wrong | null {
  if (deadline === '') return null;
  const at = getLastMinute(deadline, zone);
  if (at === null) return 'day';
  if (Date.parse(at) < now) return 'past';
  return reviewer.trim() === '' ? 'no-reviewer' : null;
}

function problemsOfField(
  field: FieldName,
  fields: EditorFields,
  { zone, now }: DraftContext,
): readonly Problem[] {
  const one = (wrong: Wrong | null): readonly Problem[] => (wrong === null ? [] : [{ at: field, wrong }]);
  if (isIdField(field)) return idProblems(field, fields[field]);
  switch (field) {
    case 'name':
      return one(textWrong(fields.name, NAME_LENGTH));
    case 'orderDetails':
      return one(textWrong(fields.orderDetails, TEXT_LENGTH));
    case 'diagnoses':
    case 'scripts':
      return partProblems(field, fields[field]);
    case 'deadline':
      return one(deadlineWrong(fields, zone, now));
    case 'type':
    case 'isShared':
      return [];
  }
}

/** What keeps an editor from being saved, in the order of the form; of a change, only what was touched. */
export function getProblems(finished: FinishedOrder, context: DraftContext): readonly Problem[] {
  const { purpose, fields } = finished;
  // What came from the service as it is and is not sent again need not be right.
  const asked = purpose === 'edit' ? touched({ asked: ASKED }, finished) : ASKED[purpose];
  const found = asked.flatMap((field) => problemsOfField(field, fields, context));
  const isUnnamed = purpose === 'review' && fields.reviewer.trim() === '';
  return isUnnamed
    ? [{ at: 'reviewer', wrong: 'missing' }, ...found.filter(({ at }) => at !== 'reviewer')]
    : found;
}
