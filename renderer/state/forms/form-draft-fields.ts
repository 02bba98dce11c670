import { z } from 'zod';
import { listOtherUserSets } from '#contract/forms.ts';
import {
  isObject,
  getRawTextField,
  type RawResourceFields,
  type EditorSnapshot,
  type EditorPurpose,
} from '../editor/editor-definition.ts';
import { addTypedIds, type ListedIdKind } from './form-draft-ids.ts';

/** The purposes of the form editor: creating, editing, and asking patients to complete the form. */
export type FormEditorPurpose = EditorPurpose<'ask'>;

/**
 * The sets of users that a form can be restricted to (section 2.2): the family of the ids in each, and its name
 * in the API.
 */
export const FORM_USABLE_BY_SETS = {
  medicalCenters: { family: 'medicalCenter', sentAs: 'medical_centers' },
  specializations: { family: 'specialization', sentAs: 'specializations' },
  peerGroups: { family: 'peerGroup', sentAs: 'peer_groups' },
  individuals: { family: 'user', sentAs: 'individuals' },
} as const satisfies Record<string, { family: ListedIdKind; sentAs: string }>;
export type FormUsableBySetName = keyof typeof FORM_USABLE_BY_SETS;
export const FORM_USABLE_BY_SET_NAMES = Object.keys(FORM_USABLE_BY_SETS) as readonly FormUsableBySetName[]; // `Object.keys` returns plain strings: all are keys of this object.

// Longer than the service accepts, so that an overlong text is restored and can be shortened.
const words = z.string().max(500_000);
const ids = z.array(z.string().max(1_000)).max(20_000).readonly();
const usersSchema = z.object({
  isForAll: z.boolean(),
  medicalCenters: ids,
  specializations: ids,
  peerGroups: ids,
  individuals: ids,
});
/** Who may use a form. The sets are kept even if everyone may, so that the user can switch back. */
export type PermittedUsers = Readonly<z.infer<typeof usersSchema>>;

/** Text typed into id inputs that is not in their lists yet. */
const typingSchema = z.object({
  medicalCenters: words,
  specializations: words,
  peerGroups: words,
  individuals: words,
  ask: words,
});
export type UncommittedIdInputs = Readonly<z.infer<typeof typingSchema>>;

/** All input of the form editor, as typed. Each purpose shows some of the fields. */
export const formEditorFieldsSchema = z.object({
  name: words,
  description: words,
  hasUnpublished: z.boolean(),
  users: usersSchema,
  typing: typingSchema,
  /** Patients to ask, and patients whose request to withdraw. */
  ask: ids,
  withdraw: ids,
  /** Patients with an open request; not input of the user. */
  asked: ids,
  /** Number of sets of users that the document does not name; not input of the user. */
  otherLimits: z.number().int().nonnegative(),
});
export type FormEditorFields = Readonly<z.infer<typeof formEditorFieldsSchema>>;
export type FormEditorFieldName = keyof FormEditorFields;

/** A form editor's input at the time of saving. */
export type FormEditorSnapshot = EditorSnapshot<'ask', FormEditorFields>;

export const EMPTY_FORM_FIELDS: FormEditorFields = {
  name: '',
  description: '',
  hasUnpublished: false,
  users: {
    isForAll: true,
    medicalCenters: [],
    specializations: [],
    peerGroups: [],
    individuals: [],
  },
  typing: { medicalCenters: '', specializations: '', peerGroups: '', individuals: '', ask: '' },
  ask: [],
  withdraw: [],
  asked: [],
  otherLimits: 0,
};

/** The fields that each purpose shows, in the order of the editor. */
export const FORM_FIELDS_BY_PURPOSE: Readonly<Record<FormEditorPurpose, readonly FormEditorFieldName[]>> = {
  create: ['name', 'description', 'users', 'typing'],
  edit: ['name', 'description', 'hasUnpublished', 'users', 'typing'],
  ask: ['ask', 'withdraw', 'typing'],
};

/**
 * The API's names of the fields that an update may change (section 4.1). Completion requests are sent
 * separately.
 */
export const FORM_UPDATE_API_NAMES = {
  name: 'name',
  description: 'description',
  hasUnpublished: 'has_unpublished_changes',
  users: 'usable_by',
} as const satisfies Partial<Record<FormEditorFieldName, string>>;

function findIds(raw: RawResourceFields, field: string): readonly string[] {
  const value = raw[field];
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}

function readUsers(raw: RawResourceFields): Pick<FormEditorFields, 'users' | 'otherLimits'> {
  const { usable_by: usable } = raw;
  if (!isObject(usable)) return EMPTY_FORM_FIELDS;
  const sets = isObject(usable['usable_by']) ? usable['usable_by'] : {};
  const users = {
    isForAll: usable['usable_by_all'] === true,
    medicalCenters: findIds(sets, 'medical_centers'),
    specializations: findIds(sets, 'specializations'),
    peerGroups: findIds(sets, 'peer_groups'),
    individuals: findIds(sets, 'individuals'),
  };
  return { users, otherLimits: listOtherUserSets(sets).length };
}

function findAsked(raw: RawResourceFields): readonly string[] {
  const { request_completion_from: requests } = raw;
  if (!Array.isArray(requests)) return [];
  return requests
    .filter(isObject)
    .map((request) => getRawTextField(request, 'patient'))
    .filter((patient) => patient !== '');
}

/** Reads the editor's fields from a form. A value of an unexpected type counts as empty. */
export function readFormEditorFields(raw: RawResourceFields): FormEditorFields {
  const { users, otherLimits } = readUsers(raw);
  return {
    ...EMPTY_FORM_FIELDS,
    name: getRawTextField(raw, 'name'),
    description: getRawTextField(raw, 'description'),
    hasUnpublished: raw['has_unpublished_changes'] === true,
    users,
    asked: findAsked(raw),
    otherLimits,
  };
}

/** The permitted users, including ids that are typed but not in the lists yet. */
export function getUsersIncludingTyped({
  users,
  typing,
}: Pick<FormEditorFields, 'users' | 'typing'>): PermittedUsers {
  const whole = (set: FormUsableBySetName): readonly string[] =>
    addTypedIds(FORM_USABLE_BY_SETS[set].family, users[set], typing[set]).ids;
  return {
    isForAll: users.isForAll,
    medicalCenters: whole('medicalCenters'),
    specializations: whole('specializations'),
    peerGroups: whole('peerGroups'),
    individuals: whole('individuals'),
  };
}

/** Returns the patients whose request is to be withdrawn, without those who have completed the form meanwhile. */
export function listPatientsWithRequestToWithdraw({
  asked,
  withdraw,
}: Pick<FormEditorFields, 'asked' | 'withdraw'>): readonly string[] {
  return withdraw.filter((patient) => asked.includes(patient));
}
