import { expect, test } from 'vitest';
import { formatValidationIssue } from '#main/cli/write.ts';
import { changeToSaveSchema, type OperationName } from '#contract/changes.ts';
import { usableBy } from '../../support/builders.ts';

function said(operation: OperationName, data: unknown): string {
  const checked = changeToSaveSchema.safeParse({ operation, data });
  if (checked.success) return 'nothing';
  return checked.error.issues
    .map((issue) => formatValidationIssue(issue, issue.path.slice(1), data).trim())
    .join('; ');
}

const form = { id: 'form_1' };
const named = { name: 'Intake' };

test.each<[OperationName, unknown, string]>([
  ['forms.create', {}, 'name: is missing'],
  ['forms.create', { name: '' }, 'name: a name is needed'],
  ['forms.create', { name: ' \n ' }, 'name: a name is needed'],
  ['forms.create', { name: 5 }, 'name: expected a text'],
  ['forms.create', { ...named, description: 'x'.repeat(100_000) }, 'description: at most 65536 characters'],
  ['forms.create', { ...named, description: 'a\0b' }, 'description: holds characters that cannot be kept'],
  ['forms.create', 'Intake', ': expected an object with fields'],
  ['forms.create', { ...named, colour: 'red' }, ': does not take "colour"'],
  ['forms.update', form, ': names no field to change'],
  ['forms.update', { id: 'req_1', ...named }, 'id: expected the id of a form'],
  [
    'forms.update',
    { ...form, has_unpublished_changes: 'no' },
    'has_unpublished_changes: expected true or false',
  ],
  ['forms.publish', {}, 'id: is missing'],
  ['forms.delete', { id: 'user_1' }, 'id: expected the id of a form'],
  ['forms.completion', form, ': names no patient'],
  ['forms.completion', { ...form, ask: ['user_1', 'user_1'] }, ': names a patient twice'],
  ['forms.completion', { ...form, ask: ['user_1'], withdraw: ['user_1'] }, ': names a patient twice'],
  ['forms.completion', { ...form, ask: ['user_1', 'mctr_2'] }, 'ask number 2, mctr_2: expected user_<id>'],
  ['forms.completion', { ...form, ask: ['Anna Smith'] }, 'ask number 1: expected user_<id>'],
  ['forms.completion', { ...form, ask: { patient: 'user_1' } }, 'ask: expected a list'],
  ['forms.completion', { ...form, ask: [{ patient: 'user_1' }] }, 'ask number 1: expected a text'],
  [
    'requisitions.create',
    { patient: 'user_1', type: 'xray', ordering_provider: 'user_2' },
    'type: expected one of general, lab, imaging',
  ],
])('%s of %j: %s', (operation, data, words) => {
  expect(said(operation, data)).toContain(words);
});

test.each([
  [usableBy(true, { individuals: ['user_1'] }), 'usable_by: either everyone may use it, or these: not both'],
  [usableBy(false), 'usable_by: no one could use it: name who may, or choose everyone'],
  [
    usableBy(false, { individuals: ['user_1', 'mctr_1'] }),
    'usable_by usable_by individuals number 2, mctr_1: expected user_<id>',
  ],
  [
    usableBy(false, { medical_centers: ['fac_1'] }),
    'usable_by usable_by medical_centers number 1, fac_1: expected mctr_<id>',
  ],
  [{ usable_by_all: true }, 'usable_by usable_by: is missing'],
  [['user_1'], 'usable_by: expected an object with fields'],
])('who may use a form: %j', (usable, words) => {
  expect(said('forms.create', { ...named, usable_by: usable })).toBe(words);
});

test.each([usableBy(true), usableBy(false, { specializations: ['cardiology'] })])(
  'valid input is accepted: %j',
  (usable) => {
    expect(said('forms.update', { ...form, usable_by: usable })).toBe('nothing');
  },
);
