import { describe, expect, it } from 'vitest';
import { findMissingDetails } from '#renderer/features/requisitions/editor/RequisitionEditorScreen.tsx';
import { toFurtherRequisitionChanges } from '#renderer/state/requisitions/draft.ts';
import {
  EMPTY_REQUISITION_FIELDS,
  type RequisitionDraftFields,
} from '#renderer/state/requisitions/requisition-draft-fields.ts';
import {
  toDraftFieldsFromTemplate,
  toFieldsForSamePatient,
  toDraftFieldsOfDuplicate,
  toTemplateFields,
} from '#renderer/state/requisitions/templates.ts';
import { parseRequisition } from '#main/engine/api/parse/requisition.ts';
import { rawRequisition } from '../../../../support/builders.ts';

const TYPED: RequisitionDraftFields = {
  ...EMPTY_REQUISITION_FIELDS,
  patient: 'user_patient1',
  orderingProvider: 'user_doctor1',
  reviewer: 'user_doctor2',
  deadline: '2999-01-01',
  isShared: true,
  name: ' CBC ',
  furtherTests: [
    { type: 'lab', name: 'TSH' },
    { type: 'lab', name: ' ' },
    { type: 'imaging', name: 'Chest X-ray' },
  ],
  diagnoses: [
    { id: 'diag_1', head: 'E78.5', description: 'Hyperlipidaemia', more: { onset: 2020 } },
    { id: '', head: '', description: '' },
  ],
};
const CONTEXT = { userId: 'user_doctor1', zone: 'UTC', now: 0 };
const SNAPSHOT = {
  purpose: 'create',
  target: null,
  fields: { ...TYPED, diagnoses: [{ id: '', head: 'E78.5', description: 'Hyperlipidaemia' }] },
  start: EMPTY_REQUISITION_FIELDS,
  seen: {},
  saveId: 'press',
} as const;

describe('a template', () => {
  it('stores the tests and their details, and nothing about a person', () => {
    const stored = toTemplateFields(TYPED);
    expect(stored).toMatchObject({
      name: 'CBC',
      diagnoses: [{ head: 'E78.5', description: 'Hyperlipidaemia' }],
    });
    expect(stored?.furtherTests.map(({ name }) => name)).toEqual(['TSH', 'Chest X-ray']);
    expect(JSON.stringify(stored)).not.toMatch(/user_|diag_|onset/);
  });

  it('fills in new entries and leaves the people as they are', () => {
    const stored = toTemplateFields(TYPED);
    const filled = {
      ...EMPTY_REQUISITION_FIELDS,
      patient: 'user_p2',
      ...(stored && toDraftFieldsFromTemplate(stored)),
    };
    expect(filled).toMatchObject({ patient: 'user_p2', orderingProvider: '', isShared: false, name: 'CBC' });
    expect(filled.diagnoses).toEqual([{ id: '', head: 'E78.5', description: 'Hyperlipidaemia' }]);
  });

  it('is refused where the editor could not save its fields', () => {
    expect(toTemplateFields({ ...TYPED, name: 'x'.repeat(501) })).toBeNull();
  });
});

describe('further tests', () => {
  it('become requisitions of their own with the same patient and details, each saved once', () => {
    const changes = toFurtherRequisitionChanges(SNAPSHOT, CONTEXT);
    expect(changes).toMatchObject([
      { saveId: 'press-1', data: { patient: 'user_patient1', type: 'lab', name: 'TSH' } },
      { saveId: 'press-2', data: { patient: 'user_patient1', type: 'imaging', name: 'Chest X-ray' } },
    ]);
    expect(changes?.every((change) => JSON.stringify(change).includes('E78.5'))).toBe(true);
  });

  it('are none of an edit, and null where one cannot be saved', () => {
    expect(toFurtherRequisitionChanges({ ...SNAPSHOT, purpose: 'edit' }, CONTEXT)).toEqual([]);
    const tooLong = { ...SNAPSHOT.fields, furtherTests: [{ type: 'lab', name: 'x'.repeat(501) }] } as const;
    expect(toFurtherRequisitionChanges({ ...SNAPSHOT, fields: tooLong }, CONTEXT)).toBeNull();
  });
});

describe('another requisition for the same patient', () => {
  const parsed = parseRequisition(
    rawRequisition({
      patient: 'user_patient1',
      name: 'Ferritin',
      service_facility: 'fac_1',
      share_with_patient: true,
      diagnoses: [{ id: 'diag_1', code: 'D50', description: 'Anaemia' }],
    }),
  );
  if (!parsed.ok) throw new Error(parsed.reason);
  const { record } = parsed;

  it('begins with the patient and the facility', () => {
    expect(toFieldsForSamePatient(record)).toEqual({ patient: 'user_patient1', serviceFacility: 'fac_1' });
  });

  it('repeats a duplicate as a new order: not shared, without a review, with new entries', () => {
    const copy = toDraftFieldsOfDuplicate(record);
    expect(copy).toMatchObject({ patient: 'user_patient1', name: 'Ferritin' });
    expect(copy.diagnoses).toEqual([{ id: '', head: 'D50', description: 'Anaemia' }]);
    expect(Object.keys(copy)).not.toContain('isShared');
  });
});

it('names what an order lacks, in the order of the form', () => {
  expect(findMissingDetails(EMPTY_REQUISITION_FIELDS)).toEqual(['name', 'diagnosis', 'facility']);
  expect(findMissingDetails({ ...TYPED, serviceFacility: 'fac_1' })).toEqual([]);
  expect(findMissingDetails({ ...TYPED, diagnoses: [{ id: '', head: ' ', description: '' }] })).toEqual([
    'diagnosis',
    'facility',
  ]);
});
