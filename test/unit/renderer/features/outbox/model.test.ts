import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OUTBOX_QUESTIONS } from '#contract/outbox.ts';
import { PENDING_STATES } from '#contract/records.ts';
import {
  chooseSideForAllFields,
  listFieldsOfSide,
  listFieldsChangedByBoth,
  getResendAndReconcileActions,
  getSendAgainTextKey,
  toConflictResolution,
  type ConflictSide,
} from '#renderer/features/outbox/conflict-choices.ts';
import { toChangeData, toFieldDraft, validateEditedFields } from '#renderer/features/outbox/edit-model.ts';
import { splitByNeedOfDecision } from '#renderer/features/outbox/PendingLists.tsx';
import {
  splitAtDifferingWords,
  parseJsonOrKeepText,
  toValueDisplay,
} from '#renderer/shared/record/values.ts';
import { aWrite } from '../../../../support/values.ts';

describe('a value of the service', () => {
  it('is shown by its type', () => {
    expect(toValueDisplay('')).toEqual({ display: 'nothing' });
    expect(toValueDisplay(null)).toEqual({ display: 'nothing' });
    expect(toValueDisplay([])).toEqual({ display: 'nothing' });
    expect(toValueDisplay(false)).toEqual({ display: 'yes-no', isYes: false });
    expect(toValueDisplay('fac_1')).toEqual({ display: 'id', id: 'fac_1' });
    expect(toValueDisplay('user_1 called')).toEqual({ display: 'words', words: 'user_1 called' });
    expect(toValueDisplay(3)).toEqual({ display: 'words', words: '3' });
    expect(toValueDisplay(['user_1'])).toEqual({ display: 'list', values: ['user_1'] });
    expect(toValueDisplay({ status: 'reviewed' })).toEqual({
      display: 'parts',
      parts: [['status', 'reviewed']],
    });
  });

  it('names a diagnosis by its code and a script by its name', () => {
    expect(toValueDisplay([{ id: 'diag_1', code: 'E11', description: 'Diabetes' }])).toEqual({
      display: 'entries',
      entries: [{ head: 'E11', words: 'Diabetes' }],
    });
    expect(toValueDisplay([{ name: 'Metformin' }])).toEqual({
      display: 'entries',
      entries: [{ head: 'Metformin', words: '' }],
    });
  });

  it('that is no JSON is shown unchanged', () => {
    expect(parseJsonOrKeepText('{"a":1}')).toEqual({ a: 1 });
    expect(parseJsonOrKeepText('not JSON')).toBe('not JSON');
    expect(parseJsonOrKeepText(null)).toBeNull();
  });
});

describe('the difference between two texts', () => {
  it('lies between their common beginning and end', () => {
    expect(splitAtDifferingWords('Blood count, fasting', 'Blood count, later')).toEqual({
      before: 'Blood count, ',
      differs: 'fasting',
      after: '',
    });
    expect(splitAtDifferingWords('same', 'same')).toEqual({ before: 'same', differs: '', after: '' });
  });

  it('allows both texts to be rebuilt, and never splits a character', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 20 });
    fc.assert(
      fc.property(texts, texts, (text, other) => {
        const { before, differs, after } = splitAtDifferingWords(text, other);
        expect(before + differs + after).toBe(text);
        expect([before, differs, after].every((piece) => piece.isWellFormed())).toBe(true);
        expect(other.startsWith(before) && other.endsWith(after)).toBe(true);
      }),
    );
  });
});

describe('the choices of a conflict', () => {
  const change = aWrite({
    fields: ['name', 'order_details', 'share_with_patient'].map((field, index) => ({
      field,
      base: '"a"',
      mine: '"b"',
      theirs: index < 2 ? '"c"' : null,
    })),
  });
  const fields = listFieldsChangedByBoth(change);

  it('concern the fields that another user changed as well', () => {
    expect(fields.map(({ field }) => field)).toEqual(['name', 'order_details']);
  });

  it('are null while one is missing', () => {
    expect(toConflictResolution(fields, new Map([['name', 'mine']]))).toBeNull();
  });

  it('name my fields; the others are the server’s', () => {
    const sides = new Map<string, ConflictSide>([
      ['name', 'theirs'],
      ['order_details', 'mine'],
    ]);
    expect(toConflictResolution(fields, sides)).toEqual({ take: 'fields', mine: ['order_details'] });
    expect(listFieldsOfSide('theirs', fields, sides)).toEqual(['name']);
  });

  it('can be made for all at once', () => {
    expect(toConflictResolution(fields, chooseSideForAllFields('mine', fields))).toEqual({
      take: 'fields',
      mine: ['name', 'order_details'],
    });
    expect(toConflictResolution(fields, chooseSideForAllFields('theirs', fields))).toEqual({
      take: 'fields',
      mine: [],
    });
  });
});

describe('the actions for a pending change', () => {
  it('ask before anything is sent that may already be at the service', () => {
    const query = OUTBOX_QUESTIONS.filter(
      (question) => getResendAndReconcileActions({ state: 'needs-you', question }).sendAgain === 'asks',
    );
    expect(query).toEqual([
      'already-there',
      'not-listed',
      'none-found',
      'several-found',
      'not-seen',
      'odd-answer',
      'may-be-sent',
    ]);
  });

  it('say "again" only of a change that may have been sent before', () => {
    const first = OUTBOX_QUESTIONS.filter(
      (question) => getSendAgainTextKey({ question, mayHaveArrived: false }) === 'sendAllTheSame',
    );
    expect(first.toSorted()).toEqual(['already-there', 'another-user', 'changed', 'not-listed']);
    const later = OUTBOX_QUESTIONS.map((question) => getSendAgainTextKey({ question, mayHaveArrived: true }));
    expect(later).not.toContain('sendAllTheSame');
  });

  it('never include sending a change that is being sent or uncertain', () => {
    const states = PENDING_STATES.filter(
      (state) => getResendAndReconcileActions({ state, question: null }).sendAgain !== null,
    );
    expect(states).toEqual(['rejected']);
    expect(getResendAndReconcileActions({ state: 'uncertain', question: null }).canReconcile).toBe(true);
  });
});

describe('the outbox as shown to the user', () => {
  it('separates what needs the user and keeps the order', () => {
    const states = ['saved', 'needs-you', 'sending', 'rejected', 'uncertain'] as const;
    const changes = states.map((state, index) => aWrite({ number: index + 1, state }));
    const { needingDecision, automatic } = splitByNeedOfDecision(changes);
    expect(needingDecision.map(({ number }) => number)).toEqual([2, 4]);
    expect(automatic.map(({ number }) => number)).toEqual([1, 3, 5]);
  });
});

describe('a pending change to edit', () => {
  const json = (field: string, value: unknown) => ({ field, mine: JSON.stringify(value) });

  it('is returned unchanged if nothing was edited', () => {
    const data = {
      name: 'Blood count',
      order_details: 'Two lines\nof text',
      share_with_patient: false,
      service_facility: 'fac_1',
      diagnoses: [{ id: 'diag_1', code: 'E11', description: 'Diabetes' }],
      review: { status: 'reviewed' },
      ask: ['user_1', 'user_2'],
    };
    const drafts = Object.entries(data).map(([field, value]) => toFieldDraft(json(field, value)));
    expect(toChangeData(drafts)).toEqual(data);
  });

  it('is checked by the schema of the operation, and names the invalid field', () => {
    const drafts = [
      toFieldDraft(json('name', 'Blood count')),
      toFieldDraft(json('service_facility', 'here')),
    ];
    expect([...validateEditedFields(aWrite(), drafts).keys()]).toEqual(['service_facility']);
    expect(validateEditedFields(aWrite(), drafts.slice(0, 1)).size).toBe(0);
  });

  it('takes one id per line', () => {
    const draft = toFieldDraft(json('ask', ['user_1']));
    const typed = { ...draft, words: ' user_1\n\nuser_2 b' } as typeof draft; // the draft of ids has lines of text
    expect(toChangeData([typed])).toEqual({ ask: ['user_1', 'user_2 b'] });
    const form = aWrite({ operation: 'forms.completion', kind: 'form', id: 'form_1' });
    expect(validateEditedFields(form, [typed, toFieldDraft(json('withdraw', []))]).size).toBe(0);
  });

  it('has the id that is typed and not in the list yet, once', () => {
    const typed = (words: string) => ({ by: 'ids', field: 'ask', words: 'user_1', typed: words }) as const;
    expect(toChangeData([typed(' user_2')])).toEqual({ ask: ['user_1', 'user_2'] });
    expect(toChangeData([typed('user_1')])).toEqual({ ask: ['user_1'] });
    expect(toChangeData([typed(' ')])).toEqual({ ask: ['user_1'] });
  });

  it('of a new record is checked without an id', () => {
    const create = aWrite({ operation: 'forms.create', kind: 'form', id: 'local_form_01' });
    expect(validateEditedFields(create, [toFieldDraft(json('name', 'Intake'))]).size).toBe(0);
    expect(validateEditedFields(create, [toFieldDraft(json('name', ' '))]).get('name')).toBe(
      'a name is needed',
    );
  });
});
