import type { OutboxQuestion, PendingChange, PendingFieldChange } from '#contract/outbox.ts';
import { isSameValue } from '#renderer/state/editor/editor-definition.ts';
import type { PendingChangeFieldDraft } from '#renderer/state/editor/pending-change-edits.ts';
import { toFieldDraft } from './edit-model.ts';

type Fields = Pick<PendingChange, 'fields'>;

/** A field that a pending change has otherwise than when its editor was opened. */
interface FieldChangedMeanwhile {
  /** The service's name of the field. */
  readonly field: string;
  /** The value that the change has now, as JSON; null where the change no longer has the field. */
  readonly now: string | null;
}

/** How a pending change differs from what its editor was opened with. */
export interface ChangedMeanwhile {
  readonly fields: readonly FieldChangedMeanwhile[];
  /** The question that has come up meanwhile; null where there is no new one. */
  readonly question: OutboxQuestion | null;
}

function findField({ fields }: Fields, name: string): PendingFieldChange | undefined {
  return fields.find(({ field }) => field === name);
}

/** Compares a change as it is now with what its editor was opened with. */
export function compareWithOpened(
  opened: Pick<PendingChange, 'fields' | 'question'>,
  now: Pick<PendingChange, 'fields' | 'question'>,
): ChangedMeanwhile {
  const names = new Set([...now.fields, ...opened.fields].map(({ field }) => field));
  const fields = [...names]
    .filter((name) => findField(opened, name)?.mine !== findField(now, name)?.mine)
    .map((field) => ({ field, now: findField(now, field)?.mine ?? null }));
  return { fields, question: now.question === opened.question ? null : now.question };
}

/**
 * Moves what the user has typed to the change as it is now: a field that the user has changed keeps the input, also where
 * the change no longer has the field; every other one has the value of now.
 */
export function rebaseDrafts(
  opened: Fields,
  now: Fields,
  drafts: readonly PendingChangeFieldDraft[],
): readonly PendingChangeFieldDraft[] {
  const typed = drafts.filter((draft) => {
    const before = findField(opened, draft.field);
    return before === undefined || !isSameValue(toFieldDraft(before), draft);
  });
  const findTyped = (name: string) => typed.find(({ field }) => field === name);
  return [
    ...now.fields.map((field) => findTyped(field.field) ?? toFieldDraft(field)),
    ...typed.filter(({ field }) => findField(now, field) === undefined),
  ];
}
