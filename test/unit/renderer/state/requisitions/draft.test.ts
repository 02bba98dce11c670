import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatLastMinuteOfDay,
  getRequisitionProblems,
} from '#renderer/state/requisitions/draft-validation.ts';
import {
  applyDraftToRecord,
  createOpenEditorOfRecord,
  createOpenEditorOfNewRecord,
  mergeEditorInputWithRecord,
} from '#renderer/state/editor/open-editor.ts';
import { toEpochMs } from '#contract/time.ts';
import { pickUpdatableFields } from '#renderer/state/editor/editor-definition.ts';
import {
  REQUISITION_EDITOR_DEFINITION,
  hasRequisitionChanges,
  toRequisitionChange,
} from '#renderer/state/requisitions/draft.ts';
import {
  readRequisitionDraftFields,
  EMPTY_REQUISITION_FIELDS,
  type RequisitionDraftFields,
} from '#renderer/state/requisitions/requisition-draft-fields.ts';

const RAW = {
  id: 'req_1',
  patient: 'user_patient1',
  type: 'lab',
  name: 'Ferritin',
  ordering_provider: 'user_doctor1',
  service_facility: '',
  share_with_patient: false,
  diagnoses: [{ id: 'diag_1', code: 'D50', description: 'Iron deficiency' }],
  scripts: [],
  order_details: 'Fasting',
};
const NOW = Date.UTC(2026, 2, 12, 12);
const CONTEXT = { userId: 'user_me', zone: 'Europe/Berlin', now: NOW };

const edited = (typed: Partial<RequisitionDraftFields>) => {
  const open = createOpenEditorOfRecord(REQUISITION_EDITOR_DEFINITION, {
    purpose: 'edit',
    target: 'req_1',
    raw: RAW,
    saveId: 'intention',
  });
  return { ...open, fields: { ...open.fields, ...typed } };
};
const created = (typed: Partial<RequisitionDraftFields>) => ({
  ...createOpenEditorOfNewRecord(REQUISITION_EDITOR_DEFINITION, '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', {}),
  fields: { ...EMPTY_REQUISITION_FIELDS, patient: 'user_p', orderingProvider: ' user_d', ...typed },
});
const wrongs = (purpose: 'create' | 'edit' | 'review', fields: RequisitionDraftFields) =>
  getRequisitionProblems({ ...edited({}), purpose, fields }, { ...CONTEXT, zone: 'UTC' }).map(
    ({ at, wrong }) => `${at} ${wrong}`,
  );

describe('the write of a new requisition', () => {
  it('contains the required and the given fields, and nothing that was left empty', () => {
    expect(toRequisitionChange(created({ name: ' Ferritin ' }), CONTEXT)).toEqual({
      operation: 'requisitions.create',
      data: { patient: 'user_p', type: 'lab', ordering_provider: 'user_d', name: 'Ferritin' },
      saveId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
    });
  });

  it('requests a review until the end of the day in the local time zone', () => {
    const toSave = toRequisitionChange(created({ reviewer: 'user_r', deadline: '2026-03-20' }), CONTEXT);
    expect(toSave?.data).toMatchObject({
      review: { reviewer: 'user_r', requested_by: 'user_me', review_deadline: '2026-03-20T22:59:00.000Z' },
    });
  });

  it('leaves out rows in which nothing was typed', () => {
    const blank = { id: '', head: ' ', description: '' };
    const one = { id: '', head: 'E11', description: 'Diabetes' };
    expect(
      toRequisitionChange(created({ diagnoses: [blank, one], scripts: [blank] }), CONTEXT)?.data,
    ).toEqual({
      patient: 'user_p',
      type: 'lab',
      ordering_provider: 'user_d',
      diagnoses: [{ code: 'E11', description: 'Diabetes' }],
    });
  });
});

describe('the write of a change', () => {
  it('contains only the changed fields, with their exact base', () => {
    const toSave = toRequisitionChange(edited({ name: 'Ferritin and iron' }), CONTEXT);
    expect(toSave).toMatchObject({
      data: { id: 'req_1', name: 'Ferritin and iron' },
      seen: { name: 'Ferritin' },
    });
    expect(Object.keys(toSave?.data ?? {})).toEqual(['id', 'name']);
  });

  it('keeps the ids of existing diagnoses', () => {
    const saved = readRequisitionDraftFields(RAW).diagnoses;
    const toSave = toRequisitionChange(
      edited({ diagnoses: [...saved, { id: '', head: 'E61', description: '' }] }),
      CONTEXT,
    );
    expect(toSave?.data).toEqual({
      id: 'req_1',
      diagnoses: [
        { id: 'diag_1', code: 'D50', description: 'Iron deficiency' },
        { code: 'E61', description: '' },
      ],
    });
    expect(toSave).toHaveProperty('seen', { diagnoses: RAW.diagnoses });
  });

  it('keeps an id exactly: trailing spaces may be a part of it', () => {
    const toSave = toRequisitionChange(created({ patient: ' user_p q ', reviewer: 'user_r\u00a0' }), CONTEXT);
    expect(toSave?.data).toMatchObject({ patient: 'user_p q ', review: { reviewer: 'user_r\u00a0' } });
  });

  it('returns the fields of an entry that the document does not name', () => {
    const entry = { id: 'diag_1', code: 'D50', description: 'Iron deficiency', severity: { rank: 2 } };
    const raw = { ...RAW, diagnoses: [entry] };
    const open = createOpenEditorOfRecord(REQUISITION_EDITOR_DEFINITION, {
      purpose: 'edit',
      target: 'req_1',
      raw,
      saveId: 'i',
    });
    const added = { id: '', head: 'E61', description: '' };
    const fields = { ...open.fields, diagnoses: [...open.fields.diagnoses, added] };
    const saved: unknown = JSON.parse(JSON.stringify(fields)); // as a draft is stored and restored
    const toSave = toRequisitionChange(
      { ...open, fields: REQUISITION_EDITOR_DEFINITION.schema.parse(saved) },
      CONTEXT,
    );
    expect(toSave?.data).toMatchObject({ diagnoses: [entry, { code: 'E61', description: '' }] });
  });

  it('is null if nothing was changed', () => {
    expect(hasRequisitionChanges(edited({}))).toBe(false);
    expect(hasRequisitionChanges(edited({ scripts: [{ id: '', head: '', description: ' ' }] }))).toBe(false);
    expect(hasRequisitionChanges(edited({ isShared: true }))).toBe(true);
  });

  it('contains exactly what was typed, whatever that is', () => {
    const words = fc.string({ maxLength: 80 }).filter((each) => !each.includes('\0'));
    const typed = fc.record(
      {
        name: words,
        orderDetails: words,
        isShared: fc.boolean(),
        serviceFacility: fc.constantFrom('', 'fac_1', 'fac_2'),
        orderingProvider: fc.constantFrom('user_doctor1', 'user_doctor2'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(typed, (change) => {
        const open = edited(change);
        fc.pre(hasRequisitionChanges(open));
        const toSave = toRequisitionChange(open, CONTEXT);
        expect(toSave).not.toBeNull();
        const sent = Object.keys(toSave?.data ?? {}).filter((field) => field !== 'id');
        const raw: Readonly<Record<string, unknown>> = RAW;
        const data: Readonly<Record<string, unknown>> = toSave?.data ?? {};
        for (const field of sent) expect(data[field]).not.toEqual(raw[field]);
        expect(Object.keys(toSave?.seen ?? {}).sort()).toEqual(sent.sort());
      }),
    );
  });

  it('is checked by the same schema as everything else', () => {
    expect(toRequisitionChange(edited({ orderingProvider: 'not an id' }), CONTEXT)).toBeNull();
  });
});

describe('the validation of an editor', () => {
  it('names the required fields of a new requisition', () => {
    expect(wrongs('create', EMPTY_REQUISITION_FIELDS)).toEqual([
      'patient missing',
      'orderingProvider missing',
    ]);
  });

  it('distinguishes an id of another kind from what is no id', () => {
    const fields = {
      ...EMPTY_REQUISITION_FIELDS,
      patient: 'fac_1',
      orderingProvider: 'Doctor Berger',
      serviceFacility: 'user_1',
    };
    expect(wrongs('create', fields)).toEqual([
      'patient prefix',
      'orderingProvider id',
      'serviceFacility prefix',
    ]);
  });

  it('finds the row that lacks its code', () => {
    const parts = [
      { id: '', head: 'E11', description: '' },
      { id: '', head: '', description: 'Diabetes' },
    ];
    const fields = {
      ...EMPTY_REQUISITION_FIELDS,
      patient: 'user_1',
      orderingProvider: 'user_2',
      diagnoses: parts,
    };
    expect(wrongs('create', fields)).toEqual(['diagnoses.1 head']);
  });

  it('ignores what came from the service and is not sent again', () => {
    const odd = { ...readRequisitionDraftFields(RAW), serviceFacility: 'somewhere', name: 'New' };
    expect(wrongs('edit', { ...readRequisitionDraftFields(RAW), name: 'New' })).toEqual([]);
    expect(wrongs('edit', odd)).toEqual(['serviceFacility id']);
  });

  it('requires a reviewer, and a day that is not over', () => {
    expect(wrongs('review', EMPTY_REQUISITION_FIELDS)).toEqual(['reviewer missing']);
    const asked = { ...EMPTY_REQUISITION_FIELDS, reviewer: 'user_r' };
    expect(wrongs('review', { ...asked, deadline: '2026-03-11' })).toEqual(['deadline past']);
    expect(wrongs('review', { ...asked, deadline: '2026-02-30' })).toEqual(['deadline day']);
    expect(wrongs('review', { ...asked, deadline: '2026-03-12' })).toEqual([]);
  });
});

describe('a draft over a record that changed', () => {
  const base = (typed: Partial<RequisitionDraftFields>) => ({
    fields: { ...readRequisitionDraftFields(RAW), ...typed },
    start: readRequisitionDraftFields(RAW),
    seen: pickUpdatableFields(REQUISITION_EDITOR_DEFINITION, RAW),
    disputed: [],
  });

  it('follows the record if the user typed nothing', () => {
    const now = mergeEditorInputWithRecord(REQUISITION_EDITOR_DEFINITION, base({ name: 'Mine' }), {
      ...RAW,
      order_details: 'Later',
    });
    expect(now.fields).toMatchObject({ name: 'Mine', orderDetails: 'Later' });
    expect(now.start.orderDetails).toBe('Later');
    expect(now.disputed).toEqual([]);
  });

  it('keeps the input and its base, and names the conflict', () => {
    const now = mergeEditorInputWithRecord(REQUISITION_EDITOR_DEFINITION, base({ name: 'Mine' }), {
      ...RAW,
      name: 'Theirs',
    });
    expect(now.fields.name).toBe('Mine');
    expect(now.seen).toMatchObject({ name: 'Ferritin' });
    expect(now.disputed).toEqual(['name']);
  });
});

describe('a draft from before the program knew a field', () => {
  const { orderDetails: _unknown, furtherTests: _none, ...known } = edited({ name: 'Mine' }).fields;
  const { order_details: _unseen, ...seen } = pickUpdatableFields(REQUISITION_EDITOR_DEFINITION, RAW);
  const draft = { label: '', fields: known, savedAt: toEpochMs(NOW) };

  it('of an order begins with the field empty', () => {
    const { key } = created({});
    const former = { ...draft, key, operation: 'requisitions.create', target: null, seen: {} } as const;
    const open = applyDraftToRecord(REQUISITION_EDITOR_DEFINITION, former, null, 'other');
    expect(open?.fields).toMatchObject({ name: 'Mine', orderDetails: '', furtherTests: [] });
  });

  it('of a change takes the value of the record, and does not send it', () => {
    const { key, target } = edited({});
    const former = { ...draft, key, operation: 'requisitions.update', target, seen } as const;
    const open = applyDraftToRecord(REQUISITION_EDITOR_DEFINITION, former, RAW, 'other');
    expect(open?.fields).toMatchObject({ name: 'Mine', orderDetails: 'Fasting' });
    expect(open && toRequisitionChange(open, CONTEXT)).toMatchObject({ data: { name: 'Mine' } });
    expect(JSON.stringify(open && toRequisitionChange(open, CONTEXT))).not.toMatch(
      /"data":[^}]*order_details/,
    );
  });
});

describe('the last minute of a day', () => {
  it('depends on the time zone, on days when the clocks change too', () => {
    expect(formatLastMinuteOfDay('2026-03-29', 'Europe/Berlin')).toBe('2026-03-29T21:59:00.000Z');
    expect(formatLastMinuteOfDay('2026-03-28', 'Europe/Berlin')).toBe('2026-03-28T22:59:00.000Z');
    expect(formatLastMinuteOfDay('2026-11-01', 'America/New_York')).toBe('2026-11-02T04:59:00.000Z');
    expect(formatLastMinuteOfDay('2026-06-01', 'Asia/Kathmandu')).toBe('2026-06-01T18:14:00.000Z');
  });

  it('is null for an invalid day', () => {
    for (const typed of ['', 'tomorrow', '2026-13-01', '2026-02-30', '12026-01-01'])
      expect(formatLastMinuteOfDay(typed, 'UTC')).toBeNull();
  });
});
