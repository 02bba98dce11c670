import { isId } from '#contract/records.ts';
import type { BaseEditorFields, EditorDefinition, EditorProblem } from './editor-definition.ts';
import type { OpenEditor } from './open-editor.ts';

/** Enters the user of the account where the purpose begins with it. What was typed or is known stays. */
export function presetOwnUser<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  { ownUserFields }: Pick<EditorDefinition<ExtraPurpose, Fields, Problem>, 'ownUserFields'>,
  open: OpenEditor<ExtraPurpose, Fields, Problem>,
  userId: string | null,
): OpenEditor<ExtraPurpose, Fields, Problem> {
  const field = ownUserFields[open.purpose];
  if (field === undefined || open.isRestored || !isId('user', userId) || open.fields[field] !== '')
    return open;
  const preset = { [field]: userId };
  return { ...open, fields: { ...open.fields, ...preset }, start: { ...open.start, ...preset } };
}
