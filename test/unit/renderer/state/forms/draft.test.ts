import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createOpenEditorOfRecord,
  createOpenEditorOfNewRecord,
  applyDraftToRecord,
  mergeEditorInputWithRecord,
} from '#renderer/state/editor/open-editor.ts';
import { pickUpdatableFields } from '#renderer/state/editor/editor-definition.ts';
import {
  FORM_EDITOR_DEFINITION,
  type OpenFormEditor,
  hasFormChanges,
  toFormChange,
} from '#renderer/state/forms/draft.ts';
import {
  readFormEditorFields,
  EMPTY_FORM_FIELDS,
  type FormEditorFields,
} from '#renderer/state/forms/form-draft-fields.ts';
import { getFormProblems, findPatientsLosingAccess } from '#renderer/state/forms/draft-validation.ts';
import { NOON } from '../../../../support/builders.ts';

const SETS = { medical_centers: [], specializations: [], peer_groups: [], individuals: [] };
const RAW = {
  id: 'form_1',
  object: 'form',
  name: 'Intake',
  description: 'Before the first visit.',
  has_unpublished_changes: false,
  usable_by: { usable_by_all: false, usable_by: { ...SETS, individuals: ['user_a', 'user_b'] } },
  request_completion_from: [
    { patient: 'user_a', requested_by: 'user_me', requested_at: '2026-03-12T12:00:00.000Z' },
    { patient: 'user_p', requested_by: 'user_me', requested_at: '2026-03-12T12:00:00.000Z' },
  ],
};

const created = (typed: Partial<FormEditorFields>): OpenFormEditor => {
  const open = createOpenEditorOfNewRecord(FORM_EDITOR_DEFINITION, 'save-1', {});
  return { ...open, fields: { ...open.fields, ...typed } };
};
const opened = (
  purpose: 'edit' | 'ask',
  typed: Partial<FormEditorFields>,
  raw: object = RAW,
): OpenFormEditor => {
  const start = { purpose, target: 'form_1', raw: { ...raw }, saveId: 'save-1' };
  const open = createOpenEditorOfRecord(FORM_EDITOR_DEFINITION, start);
  return { ...open, fields: { ...open.fields, ...typed } };
};
const wrongs = (open: OpenFormEditor) => getFormProblems(open).map(({ at, wrong }) => `${at} ${wrong}`);
const users = (own: Partial<FormEditorFields['users']>): FormEditorFields['users'] => ({
  ...EMPTY_FORM_FIELDS.users,
  ...own,
});
const typing = (own: Partial<FormEditorFields['typing']>): FormEditorFields['typing'] => ({
  ...EMPTY_FORM_FIELDS.typing,
  ...own,
});

describe('the write of a new form', () => {
  it('omits its users if everyone may use it', () => {
    expect(toFormChange(created({ name: ' Intake ' }))).toEqual({
      operation: 'forms.create',
      data: { name: 'Intake' },
      saveId: 'save-1',
    });
  });

  it('names those who may use it, incomplete input too', () => {
    const open = created({
      name: 'Intake',
      users: users({ isForAll: false, medicalCenters: ['mctr_1'] }),
      typing: typing({ individuals: 'user_a, user_b' }),
    });
    expect(wrongs(open)).toEqual([]);
    expect(toFormChange(open)?.data).toEqual({
      name: 'Intake',
      usable_by: {
        usable_by_all: false,
        usable_by: { ...SETS, medical_centers: ['mctr_1'], individuals: ['user_a', 'user_b'] },
      },
    });
  });
});

describe('the write of a changed form', () => {
  it('contains only the changed fields, with their base', () => {
    expect(toFormChange(opened('edit', { hasUnpublished: true }))).toEqual({
      operation: 'forms.update',
      data: { id: 'form_1', has_unpublished_changes: true },
      seen: { has_unpublished_changes: false },
      saveId: 'save-1',
    });
  });

  it('empties the sets once everyone may use it, as they would contradict that', () => {
    const open = opened('edit', { users: { ...readFormEditorFields(RAW).users, isForAll: true } });
    expect(toFormChange(open)?.data).toEqual({
      id: 'form_1',
      usable_by: { usable_by_all: true, usable_by: SETS },
    });
  });

  it('does not touch a contradiction of the service that the user did not change', () => {
    const odd = { ...RAW, usable_by: { ...RAW.usable_by, usable_by_all: true } };
    expect(hasFormChanges(opened('edit', {}, odd))).toBe(false);
    expect(toFormChange(opened('edit', { name: 'New' }, odd))?.data).toEqual({ id: 'form_1', name: 'New' });
  });

  it('is null if nothing was changed', () => {
    expect(hasFormChanges(opened('edit', { name: ' Intake ' }))).toBe(false);
  });
});

describe('the write that requests completions', () => {
  it('names whom to ask and whom to withdraw, and nothing of the form', () => {
    const open = opened('ask', { ask: ['user_q'], withdraw: ['user_p'], typing: typing({ ask: 'user_r' }) });
    expect(toFormChange(open)).toEqual({
      operation: 'forms.completion',
      data: { id: 'form_1', ask: ['user_q', 'user_r'], withdraw: ['user_p'] },
      saveId: 'save-1',
    });
  });

  it('withdraws no request that was completed meanwhile', () => {
    const open = opened('ask', { ask: ['user_q'], withdraw: ['user_gone'] });
    expect(toFormChange(open)?.data).toMatchObject({ withdraw: [] });
    expect(wrongs(opened('ask', { withdraw: ['user_gone'] }))).toEqual(['ask missing']);
  });

  it('never asks a patient twice, whatever is chosen and typed', () => {
    const patient = fc.constantFrom('user_a', 'user_p', 'user_q', 'user_r', 'user_s');
    const some = fc.uniqueArray(patient);
    fc.assert(
      fc.property(some, some, fc.array(patient), (ask, withdraw, typed) => {
        const open = opened('ask', { ask, withdraw, typing: typing({ ask: typed.join(', ') }) });
        fc.pre(getFormProblems(open).length === 0);
        const change = toFormChange(open);
        if (change?.operation !== 'forms.completion') throw new Error('the contract does not take it');
        const asks = change.data.ask ?? [];
        const both = [...asks, ...(change.data.withdraw ?? [])];
        expect(new Set(both).size).toBe(both.length);
        expect(asks.filter((each) => ['user_a', 'user_p'].includes(each))).toEqual([]);
      }),
    );
  });
});

describe('the validation of a form editor', () => {
  it('requires a name', () => {
    expect(wrongs(created({ name: '  ' }))).toEqual(['name missing']);
    expect(wrongs(opened('edit', { name: '' }))).toEqual(['name missing']);
  });

  it('says how long a description of 100,000 characters is', () => {
    const open = created({ name: 'Intake', description: 'x'.repeat(100_000) });
    expect(getFormProblems(open)).toEqual([{ at: 'description', wrong: 'too-long', length: 100_000 }]);
  });

  it('requires at least one user if it is restricted', () => {
    expect(wrongs(created({ name: 'Intake', users: users({ isForAll: false }) }))).toEqual([
      'users no-users',
    ]);
  });

  it('names the ids of a wrong kind, and duplicates', () => {
    const open = opened('edit', {
      users: users({ isForAll: false, medicalCenters: ['mctr_1'], individuals: ['user_a'] }),
      typing: typing({ medicalCenters: 'fac_1 mctr_1', individuals: 'Anna Berger' }),
    });
    expect(getFormProblems(open)).toEqual([
      {
        at: 'users.medicalCenters',
        wrong: 'ids',
        refused: [
          { id: 'fac_1', why: 'prefix' },
          { id: 'mctr_1', why: 'twice' },
        ],
      },
      { at: 'users.individuals', wrong: 'ids', refused: [{ id: 'Anna Berger', why: 'id' }] },
    ]);
  });

  it('accepts specializations and peer groups with any id', () => {
    const some = users({ isForAll: false, specializations: ['cardiology'], peerGroups: ['pgrp_1'] });
    expect(wrongs(created({ name: 'Intake', users: some }))).toEqual([]);
  });

  it('refuses a patient who was already asked', () => {
    const again = typing({ ask: 'user_p' });
    expect(getFormProblems(opened('ask', { typing: again }))).toEqual([
      { at: 'ask', wrong: 'ids', refused: [{ id: 'user_p', why: 'known' }] },
    ]);
    expect(wrongs(opened('ask', {}))).toEqual(['ask missing']);
    expect(wrongs(opened('ask', { ask: ['user_a'] }))).toEqual(['ask ids']);
  });
});

describe('a draft of a form', () => {
  const saved = (open: OpenFormEditor) => ({
    key: open.key,
    operation: FORM_EDITOR_DEFINITION.operations[open.purpose],
    target: open.target,
    label: open.label,
    fields: { ...open.fields },
    seen: open.seen,
    savedAt: NOON,
  });

  it('is restored exactly, with incomplete input', () => {
    const open = opened('edit', { name: 'بول', typing: typing({ peerGroups: 'pgr' }) });
    expect(applyDraftToRecord(FORM_EDITOR_DEFINITION, saved(open), RAW, 'other')?.fields).toEqual(
      open.fields,
    );
    expect(
      applyDraftToRecord(FORM_EDITOR_DEFINITION, saved(opened('ask', { ask: ['user_q'] })), RAW, 'other'),
    ).toMatchObject({
      purpose: 'ask',
      fields: { ask: ['user_q'], asked: ['user_a', 'user_p'] },
    });
  });

  it('from before further limits were read is saved as it was typed where the service has such a limit', () => {
    const limited = {
      ...RAW,
      usable_by: { usable_by_all: false, usable_by: { ...SETS, teams: ['team_1'] } },
    };
    const draft = saved(opened('edit', { name: 'New' }, limited));
    const fields = Object.fromEntries(
      Object.entries(draft.fields).filter(([name]) => name !== 'otherLimits'),
    );
    const restored = applyDraftToRecord(FORM_EDITOR_DEFINITION, { ...draft, fields }, limited, 'x');
    if (restored === null) throw new Error('a draft of a form');
    expect(wrongs(restored)).toEqual([]);
    expect(toFormChange(restored)?.data).toEqual({ id: 'form_1', name: 'New' });
  });

  it('is never taken for a draft of another kind of record', () => {
    const open = opened('edit', {});
    expect(
      applyDraftToRecord(
        FORM_EDITOR_DEFINITION,
        { ...saved(open), operation: 'requisitions.update' },
        RAW,
        'x',
      ),
    ).toBeNull();
  });

  it('names the users if they changed at the service as well, and follows who is asked by now', () => {
    const mine = opened('edit', { users: users({ isForAll: true }) });
    const now = { ...RAW, name: 'Theirs', usable_by: { usable_by_all: true, usable_by: SETS } };
    const over = mergeEditorInputWithRecord(
      FORM_EDITOR_DEFINITION,
      { ...mine, seen: pickUpdatableFields(FORM_EDITOR_DEFINITION, RAW) },
      now,
    );
    expect(over).toMatchObject({ disputed: ['usable_by'], fields: { name: 'Theirs' } });
    const later = { ...RAW, request_completion_from: [] };
    expect(
      applyDraftToRecord(FORM_EDITOR_DEFINITION, saved(opened('ask', { ask: ['user_q'] })), later, 'x')
        ?.fields.asked,
    ).toEqual([]);
  });

  it('reads a list of requests sent as an object as empty', () => {
    expect(readFormEditorFields({ ...RAW, request_completion_from: { patient: 'user_p' } }).asked).toEqual(
      [],
    );
  });
});

describe('the asked patients that a choice of users excludes', () => {
  const asked = ['user_a', 'user_p', 'user_p'];

  it('are certain if only individuals are named', () => {
    const some = users({ isForAll: false, individuals: ['user_a'] });
    expect(findPatientsLosingAccess(some, asked, 0)).toEqual({ patients: ['user_p'], isCertain: true });
  });

  it('are uncertain if another set may contain them', () => {
    const some = users({ isForAll: false, peerGroups: ['pgrp_1'] });
    expect(findPatientsLosingAccess(some, asked, 0)).toEqual({
      patients: ['user_a', 'user_p'],
      isCertain: false,
    });
  });

  it('are uncertain if the service has a further limit', () => {
    const some = users({ isForAll: false, individuals: ['user_a'] });
    expect(findPatientsLosingAccess(some, asked, 1)?.isCertain).toBe(false);
  });

  it('are none if everyone may use it, and if everyone asked is named', () => {
    expect(findPatientsLosingAccess(users({}), asked, 0)).toBeNull();
    expect(
      findPatientsLosingAccess(users({ isForAll: false, individuals: ['user_a', 'user_p'] }), asked, 0),
    ).toBeNull();
  });
});
