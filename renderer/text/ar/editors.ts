import type { Translation } from '#contract/text/translation.ts';
import type * as english from '../en/editors.ts';

/** Strings of the editors: those shared by all kinds of records, and those of requisitions, in Arabic. */
export const editorTexts = {} as const satisfies Translation<typeof english.editorTexts>;

/** Strings of the form editors and of the actions on a form, in Arabic. */
export const formEditorTexts = {} as const satisfies Translation<typeof english.formEditorTexts>;
