import { describe, expect, it } from 'vitest';
import { toChangeData, toFieldDraft } from '#renderer/features/outbox/edit-model.ts';
import { compareWithOpened, rebaseDrafts } from '#renderer/features/outbox/rebase-edit.ts';
import type { PendingChangeFieldDraft } from '#renderer/state/editor/pending-change-edits.ts';
import { aWrite } from '../../../../support/values.ts';

/** A change with these values. */
const withData = (data: object) =>
  aWrite({
    fields: Object.entries(data).map(([field, value]) => ({
      field,
      base: null,
      mine: JSON.stringify(value),
      theirs: null,
    })),
  });

const OPENED = withData({ name: 'First', order_details: 'Fasting', share_with_patient: true });

/** The input of an editor of `OPENED` in which the user has typed these texts. */
const typeTexts = (texts: Readonly<Record<string, string>>): readonly PendingChangeFieldDraft[] =>
  OPENED.fields
    .map(toFieldDraft)
    .map((draft) =>
      'words' in draft && texts[draft.field] !== undefined
        ? { ...draft, words: texts[draft.field] ?? '' }
        : draft,
    );

describe('an edit of a change that has changed meanwhile', () => {
  it('has what was typed, and the values of now in all other fields', () => {
    const now = withData({
      name: 'Theirs',
      order_details: 'At noon',
      share_with_patient: false,
      location: 'x',
    });
    expect(toChangeData(rebaseDrafts(OPENED, now, typeTexts({ name: 'Mine' })))).toEqual({
      name: 'Mine',
      order_details: 'At noon',
      share_with_patient: false,
      location: 'x',
    });
  });

  it('keeps what was typed in a field that the change no longer has, and drops the other ones', () => {
    const now = withData({ order_details: 'Fasting' });
    expect(toChangeData(rebaseDrafts(OPENED, now, typeTexts({ name: 'Mine' })))).toEqual({
      order_details: 'Fasting',
      name: 'Mine',
    });
  });

  it('keeps what was typed when the change changes once more', () => {
    const first = withData({ name: 'Theirs', share_with_patient: false });
    const second = withData({ name: 'Theirs', share_with_patient: false, order_details: 'At noon' });
    const once = rebaseDrafts(OPENED, first, typeTexts({ name: 'Mine' }));
    expect(toChangeData(rebaseDrafts(first, second, once))).toEqual({
      name: 'Mine',
      share_with_patient: false,
      order_details: 'At noon',
    });
  });

  it('is compared field by field, and names a question only where it is a new one', () => {
    const now = withData({ name: 'Theirs', order_details: 'Fasting' });
    expect(compareWithOpened(OPENED, now)).toEqual({
      fields: [
        { field: 'name', now: '"Theirs"' },
        { field: 'share_with_patient', now: null },
      ],
      question: null,
    });
    const asked = { ...OPENED, question: 'conflict' } as const;
    expect(compareWithOpened(OPENED, asked)).toEqual({ fields: [], question: 'conflict' });
    expect(compareWithOpened(asked, { ...now, question: 'conflict' }).question).toBeNull();
  });
});
