import { formatRejectedIds } from '#renderer/shared/editing/EditorNotices.tsx';
import type { OpenFormEditor } from '#renderer/state/forms/draft.ts';
import {
  listPatientsWithRequestToWithdraw,
  FORM_USABLE_BY_SET_NAMES,
  FORM_USABLE_BY_SETS,
  type FormUsableBySetName,
} from '#renderer/state/forms/form-draft-fields.ts';
import { addTypedIds, type ListedIdKind } from '#renderer/state/forms/form-draft-ids.ts';
import type { FormProblem } from '#renderer/state/forms/draft-validation.ts';
import type { TextFunction } from '#renderer/text/text.ts';

type FieldPath = FormProblem['at'];

/** Returns the user set that a field belongs to, or null. */
function getUserSet(at: FieldPath): FormUsableBySetName | null {
  return FORM_USABLE_BY_SET_NAMES.find((set) => at === `users.${set}`) ?? null;
}

/** Returns the label of a field of the form editor that has a problem. */
export function getFormProblemFieldLabel(text: TextFunction, at: FieldPath): string {
  const set = getUserSet(at);
  if (set !== null) return text(`formEditor.sets.${set}`);
  switch (at) {
    case 'name':
    case 'description':
    case 'users':
      return text(`formEditor.${at}`);
    default:
      return text('formEditor.patients');
  }
}

function getFamily(at: FieldPath): ListedIdKind {
  const set = getUserSet(at);
  return set === null ? 'user' : FORM_USABLE_BY_SETS[set].family;
}

/** Returns the message for a validation problem of the form editor. */
export function formatFormProblem(
  text: TextFunction,
  { at, wrong, length = 0, refused = [] }: FormProblem,
): string {
  switch (wrong) {
    case 'missing':
      return text(`formEditor.wrong.missing.${at === 'ask' ? 'ask' : 'name'}`);
    case 'too-long':
      return text(`formEditor.wrong.too-long.${at === 'name' ? 'name' : 'description'}`, { count: length });
    case 'ids':
      return formatRejectedIds(text, getFamily(at), refused);
    default:
      return text(`formEditor.wrong.${wrong}`);
  }
}

/** Label of the save button: it names what saving does. */
export function getSaveLabel(text: TextFunction, { purpose, fields }: OpenFormEditor): string {
  if (purpose !== 'ask') return text(`formEditor.save.${purpose}`);
  const asks = addTypedIds('user', fields.ask, fields.typing.ask, fields.asked).ids.length;
  const withdraws = listPatientsWithRequestToWithdraw(fields).length;
  const ask = text('formEditor.saveAsk', { count: asks });
  if (withdraws === 0) return asks > 0 ? ask : text('formEditor.ask');
  return asks > 0
    ? text('formEditor.saveAskAndWithdraw', { ask, count: withdraws })
    : text('formEditor.saveWithdraw', { count: withdraws });
}
