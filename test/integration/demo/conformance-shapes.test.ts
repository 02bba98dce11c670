import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Json, openClinic } from './open-clinic.ts';

const MANY = { forms: 120, requisitions: 1500, notifications: 1000 };

const id = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_\\w+$`));
const versionOrEmpty = z.union([z.literal(''), id('fver')]);
const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const texts = z.array(z.string());

const form = z.strictObject({
  id: id('form'),
  object: z.literal('form'),
  name: z.string(),
  description: z.string(),
  published_version: versionOrEmpty,
  latest_version: versionOrEmpty,
  has_unpublished_changes: z.boolean(),
  usable_by: z.strictObject({
    usable_by_all: z.boolean(),
    usable_by: z.strictObject({
      medical_centers: z.array(id('mctr')),
      specializations: texts,
      peer_groups: texts,
      individuals: texts,
    }),
  }),
  request_completion_from: z.array(
    z.strictObject({ patient: id('user'), requested_by: id('user'), requested_at: time }),
  ),
  created_by: id('user'),
  created_at: time,
  last_updated_at: time,
});

const requisition = z.strictObject({
  id: id('req'),
  object: z.literal('requisition'),
  type: z.enum(['general', 'lab', 'imaging']),
  name: z.string(),
  patient: id('user'),
  share_with_patient: z.boolean(),
  requisition_result: id('rslt').nullable(),
  service_facility: z.union([z.literal(''), id('fac')]),
  ordering_provider: id('user'),
  diagnoses: z.array(
    z.strictObject({
      id: id('diag'),
      code: z.string().regex(/^[A-Z]\d\w(\.\w{1,4})?$/),
      description: z.string().min(1),
    }),
  ),
  scripts: z.array(z.strictObject({ id: id('scrt'), name: z.string(), description: z.string() })),
  order_details: z.string(),
  comments: z.array(
    z.strictObject({
      id: id('cmmt'),
      object: z.literal('comment'),
      requisition: id('req'),
      comment: z.string(),
      created_by: id('user'),
      created_at: time,
    }),
  ),
  reviews: z.array(
    z.strictObject({
      status: z.string(),
      requested_by: id('user'),
      reviewer: id('user'),
      requested_at: time,
      review_deadline: time.nullable(),
      reviewed_at: time.nullable(),
    }),
  ),
  status_history: z
    .array(z.strictObject({ status: z.string(), changed_by: id('user'), changed_at: time }))
    .min(1),
  created_by: id('user'),
  created_at: time,
  last_updated_at: time,
});

const reference = z.string().nullable();
const appointment = z.strictObject({
  id: z.string(),
  object: z.literal('appointment'),
  host: z.string(),
  name: z.string(),
  description: z.string(),
  account: z.string(),
  appointment_type: z.string(),
  group: z.boolean(),
  internal: z.boolean(),
  start_time: time,
  end_time: time,
  created_at: time,
  last_updated_at: time,
  actual_start_time: time.nullable(),
  actual_end_time: time.nullable(),
  created_by: z.string(),
  location: z.strictObject({
    city: reference,
    line1: reference,
    line2: reference,
    state: reference,
    postal_code: reference,
  }),
  attendees: z.array(
    z.strictObject({
      id: z.int(),
      account: reference,
      no_show: z.boolean(),
      attendee: z.string(),
      appointment: z.string(),
      payment_status: z.string(),
      last_updated_at: time,
      attendance_status: z.string(),
    }),
  ),
  video_call: z.strictObject({ join_url: z.string(), meeting_id: z.string() }),
  status_history: z.array(
    z.strictObject({
      id: z.int(),
      parent: z.string(),
      // Its transitions are not documented: the one that ends an appointment is an assumption.
      status: z.enum(['scheduled', 'canceled']),
      changed_at: time,
      changed_by: z.string(),
      parent_type: reference,
    }),
  ),
  visit_note: reference,
  generated_from: reference,
  generated_from_type: reference,
  insurance_claim: reference,
  charged_externally: reference,
  interaction_type: z.string(),
  recurrence_rules: z.array(z.unknown()),
  reference_patients: z.array(z.unknown()),
});

const notification = z.strictObject({
  id: id('notf'),
  object: z.literal('notification'),
  user: id('user'),
  title: z.string(),
  text: z.string(),
  read: z.boolean(),
  buttons: z.array(z.strictObject({ link: z.string().regex(/^\/\w/), title: z.string() })),
  props: z.looseObject({ object: z.string(), id: z.string() }),
  created_by: z.string(),
  created_at: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\+00$/),
});

const getStatuses = (one: Json): string[] =>
  (one.status_history as Json[]).map(({ status }) => String(status)); // section 2.3

describe('generated data has exactly the fields of section 2', () => {
  it('forms, section 2.2', async () => {
    const clinic = await openClinic(MANY);
    expect(() => z.array(form).length(120).parse(clinic.serviceRecords('form'))).not.toThrow();
  });

  it('requisitions, comments, reviews and status history, section 2.3', async () => {
    const clinic = await openClinic(MANY);
    expect(() => z.array(requisition).length(1500).parse(clinic.serviceRecords('requisition'))).not.toThrow();
  });

  it('notifications and their time form, section 2.4', async () => {
    const clinic = await openClinic(MANY);
    expect(() =>
      z.array(notification).length(1000).parse(clinic.serviceRecords('notification')),
    ).not.toThrow();
  });

  it('appointments inside notifications, every field of the table in section 2.4', async () => {
    const clinic = await openClinic(MANY);
    const props = clinic.serviceRecords('notification').map((one) => one.props as Json); // an object, as just tested
    const appointments = props.filter(({ object }) => object === 'appointment');
    expect(appointments.length).toBeGreaterThan(100);
    expect(() => z.array(appointment).parse(appointments)).not.toThrow();
  });
});

describe('generated data is a plausible clinic', () => {
  it('has every type, the three known statuses and a rare unknown one', async () => {
    const clinic = await openClinic(MANY);
    const all = clinic.serviceRecords('requisition');
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['lab', 'imaging', 'general']));
    const last = all.map((one) => getStatuses(one).at(-1));
    for (const status of ['draft', 'sent', 'results_received', 'specimen_rejected'])
      expect(last).toContain(status);
    expect(all.every((one) => getStatuses(one)[0] === 'draft')).toBe(true);
  });

  it('has results exactly where results were received', async () => {
    const clinic = await openClinic(MANY);
    for (const one of clinic.serviceRecords('requisition')) {
      expect(one.requisition_result !== null).toBe(getStatuses(one).includes('results_received'));
    }
  });

  it('has reviews that are done, open and overdue', async () => {
    const clinic = await openClinic(MANY);
    const reviews = clinic.serviceRecords('requisition').flatMap((one) => one.reviews as Json[]); // section 2.3
    const open = reviews.filter(({ reviewed_at }) => reviewed_at === null);
    const isOverdue = ({ review_deadline }: Json): boolean =>
      Date.parse(String(review_deadline)) < clinic.clock.now();
    expect(reviews.some(({ status }) => status === 'reviewed')).toBe(true);
    expect(open.some(isOverdue)).toBe(true);
    expect(open.some((review) => !isOverdue(review))).toBe(true);
  });

  it('keeps times in order: created, history, last update, now', async () => {
    const clinic = await openClinic(MANY);
    for (const one of clinic.serviceRecords('requisition')) {
      const history = (one.status_history as Json[]).map(({ changed_at }) => String(changed_at)); // section 2.3
      const comments = (one.comments as Json[]).map(({ created_at }) => String(created_at)); // section 2.3
      const last = String(one.last_updated_at);
      expect(history).toEqual(history.toSorted());
      expect(comments).toEqual(comments.toSorted());
      expect([...history, ...comments].every((at) => at >= String(one.created_at) && at <= last)).toBe(true);
      expect(Date.parse(last)).toBeLessThanOrEqual(clinic.clock.now());
    }
  });

  it('has several scripts, empty texts and very long ones', async () => {
    const clinic = await openClinic(MANY);
    const all = clinic.serviceRecords('requisition');
    const names = all.map(({ name }) => String(name));
    const scripts = [/\p{Script=Arabic}/u, /\p{Script=Hebrew}/u, /\p{Script=Han}/u, /\p{Script=Katakana}/u];
    scripts.push(/\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Devanagari}/u, /[é]/u);
    for (const script of scripts) expect(names.some((name) => script.test(name))).toBe(true);
    expect(names).toContain('');
    const lengths = all.map(({ order_details }) => String(order_details).length);
    expect(Math.min(...lengths)).toBe(0);
    expect(Math.max(...lengths)).toBeGreaterThan(5000);
  });

  it('has forms that were never published, unpublished changes, restrictions and requests', async () => {
    const clinic = await openClinic(MANY);
    const forms = clinic.serviceRecords('form') as z.infer<typeof form>[]; // as tested above
    expect(forms.some((one) => one.latest_version === '')).toBe(true);
    expect(forms.some((one) => one.has_unpublished_changes)).toBe(true);
    expect(forms.some((one) => !one.usable_by.usable_by_all)).toBe(true);
    expect(forms.some((one) => one.request_completion_from.length > 3)).toBe(true);
    expect(forms.every((one) => (one.latest_version === '') === (one.published_version === ''))).toBe(true);
  });

  it('links a notification about a requisition to an existing one, of the same name', async () => {
    const clinic = await openClinic();
    const about = clinic.serviceRecords('notification').filter(
      ({ props }) => (props as Json).object === 'requisition', // an object, as tested above
    );
    expect(about.length).toBeGreaterThan(0);
    for (const { props, text } of about) {
      const { status, json } = await clinic.get(`/v2/requisitions/${(props as Json).id}`); // the same
      expect(status).toBe(200);
      expect(String(text)).toContain(String(json.name));
    }
  });
});
