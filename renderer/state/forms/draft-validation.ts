import { listChangedEditorFields } from '../editor/editor-definition.ts';
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH, findTextProblem } from '../requisitions/draft-validation.ts';
import {
  FORM_FIELDS_BY_PURPOSE,
  listPatientsWithRequestToWithdraw,
  FORM_USABLE_BY_SET_NAMES,
  FORM_USABLE_BY_SETS,
  getUsersIncludingTyped,
  type FormEditorSnapshot,
  type FormEditorFields,
  type FormUsableBySetName,
  type PermittedUsers,
} from './form-draft-fields.ts';
import { MAX_IDS_IN_LIST, addTypedIds, listRejectedIds, type RejectedIdAndReason } from './form-draft-ids.ts';

/** What can be wrong with a field of a form; the messages are in `renderer/text`. */
export type FormProblemReason =
  | 'missing'
  | 'too-long'
  | 'characters'
  | 'no-users'
  | 'only-other-limits'
  | 'ids'
  | 'too-many';

export interface FormProblem {
  /** A field, or one of the sets of permitted users. */
  readonly at: 'name' | 'description' | 'users' | `users.${FormUsableBySetName}` | 'ask';
  readonly wrong: FormProblemReason;
  /** Number of characters of a text that is too long. */
  readonly length?: number;
  /** The rejected ids, each with the reason. */
  readonly refused?: readonly RejectedIdAndReason[];
}

function findNameProblems({ name }: FormEditorFields): readonly FormProblem[] {
  if (name.trim() === '') return [{ at: 'name', wrong: 'missing' }];
  const wrong = findTextProblem(name.trim(), MAX_NAME_LENGTH);
  return wrong === null ? [] : [{ at: 'name', wrong, length: name.trim().length }];
}

function findDescriptionProblems({ description }: FormEditorFields): readonly FormProblem[] {
  const wrong = findTextProblem(description, MAX_TEXT_LENGTH);
  return wrong === null ? [] : [{ at: 'description', wrong, length: description.length }];
}

function findSetProblems(fields: FormEditorFields, set: FormUsableBySetName): readonly FormProblem[] {
  const { family } = FORM_USABLE_BY_SETS[set];
  const { ids, refused } = addTypedIds(family, fields.users[set], fields.typing[set]);
  const all = [...listRejectedIds(family, fields.users[set]), ...refused];
  if (all.length > 0) return [{ at: `users.${set}`, wrong: 'ids', refused: all }];
  return ids.length > MAX_IDS_IN_LIST ? [{ at: `users.${set}`, wrong: 'too-many' }] : [];
}

/**
 * "Some" with every set empty contradicts itself, as no one could use the form (section 2.2). Limits that the document does not
 * name do not make up for it: nothing tells whom they let in.
 */
function findUserProblems(fields: FormEditorFields): readonly FormProblem[] {
  if (fields.users.isForAll) return [];
  const found = FORM_USABLE_BY_SET_NAMES.flatMap((set) => findSetProblems(fields, set));
  const whole = getUsersIncludingTyped(fields);
  const hasNoUsers = found.length === 0 && FORM_USABLE_BY_SET_NAMES.every((set) => whole[set].length === 0);
  if (!hasNoUsers) return found;
  return [{ at: 'users', wrong: fields.otherLimits === 0 ? 'no-users' : 'only-other-limits' }];
}

function findRequestProblems(fields: FormEditorFields): readonly FormProblem[] {
  const { ids, refused } = addTypedIds('user', fields.ask, fields.typing.ask, fields.asked);
  const asked = fields.ask
    .filter((id) => fields.asked.includes(id))
    .map((id): RejectedIdAndReason => ({ id, why: 'known' }));
  const all = [...asked, ...refused];
  if (all.length > 0) return [{ at: 'ask', wrong: 'ids', refused: all }];
  if (ids.length > MAX_IDS_IN_LIST) return [{ at: 'ask', wrong: 'too-many' }];
  return ids.length + listPatientsWithRequestToWithdraw(fields).length === 0
    ? [{ at: 'ask', wrong: 'missing' }]
    : [];
}

/** Validates an editor of a form, in the order of the fields; for an edit, only the changed fields. */
export function getFormProblems(finished: FormEditorSnapshot): readonly FormProblem[] {
  const { purpose, fields } = finished;
  if (purpose === 'ask') return findRequestProblems(fields);
  // Values that the service sent and that are not sent again are not validated.
  const asked =
    purpose === 'edit'
      ? listChangedEditorFields({ fieldsByPurpose: FORM_FIELDS_BY_PURPOSE }, finished)
      : FORM_FIELDS_BY_PURPOSE.create;
  return [
    ...(asked.includes('name') ? findNameProblems(fields) : []),
    ...(asked.includes('description') ? findDescriptionProblems(fields) : []),
    ...(asked.includes('users') || asked.includes('typing') ? findUserProblems(fields) : []),
  ];
}

/** The patients with an open request who would lose access to the form. */
export interface PatientsLosingAccess {
  /** Ids of the patients, none of whom is listed as an individual user. */
  readonly patients: readonly string[];
  /**
   * Only individuals are listed: all others are excluded. Otherwise the other sets decide, whose members are
   * unknown.
   */
  readonly isCertain: boolean;
}

/**
 * Finds the patients with an open request whom the user restrictions exclude; null if there are none.
 * @param otherLimits number of sets of users that the document does not name
 */
export function findPatientsLosingAccess(
  users: PermittedUsers,
  asked: readonly string[],
  otherLimits: number,
): PatientsLosingAccess | null {
  if (users.isForAll) return null;
  const named = new Set(users.individuals);
  const patients = [...new Set(asked)].filter((patient) => !named.has(patient));
  if (patients.length === 0) return null;
  const others = [users.medicalCenters, users.specializations, users.peerGroups];
  return { patients, isCertain: otherLimits === 0 && others.every((set) => set.length === 0) };
}
