import { expect, test } from 'vitest';
import type { PendingOperation } from '#contract/outbox.ts';
import { PLAIN_DIALECT } from '#main/sandbox/dialect/dialect.ts';
import { deskAndClinic, type DeskAndClinic } from '../../support/desk-and-clinic.ts';
import { patientsIn } from '../../support/forms.ts';

const PATIENT = 120_000;

type Json = Readonly<Record<string, unknown>>;

/** A service that answers a write with 200 and keeps the record as it was. */
function ignoreWrite(desk: DeskAndClinic, path: string, body: unknown): void {
  desk.clinic.faults.add({
    match: { method: 'POST', path },
    action: {
      kind: 'answer',
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  });
}

function questionOf(outbox: readonly PendingOperation[], id: string): PendingOperation | undefined {
  return outbox.find((write) => write.id === id);
}

test(
  'a write that the service answers with 200 and does not carry out is shown with both values, and sent again only by the user',
  async () => {
    const desk = await deskAndClinic();
    await desk.sync();
    const requisitions = [...desk.truth('requisition').values()];
    const shared = requisitions.find((record) => record['share_with_patient'] === true);
    const renamed = requisitions.find((record) => record['share_with_patient'] === false);
    const [published, asked] = [...desk.truth('form').values()];
    const [alert] = [...desk.truth('notification').values()].filter(({ read }) => read === false);
    if (!shared || !renamed || !published || !asked || !alert) throw new Error('the clinic lacks a record');
    ignoreWrite(desk, `/v2/requisitions/${shared.id}`, shared);
    ignoreWrite(desk, `/v2/requisitions/${renamed.id}`, renamed);
    ignoreWrite(desk, `/v2/forms/${published.id}/publish`, published);
    ignoreWrite(desk, `/v2/forms/${asked.id}`, asked);
    ignoreWrite(desk, `/v2/notifications/${alert.id}`, alert);
    await desk.save({
      operation: 'requisitions.update',
      data: { id: shared.id, share_with_patient: false },
    });
    await desk.save({
      operation: 'requisitions.update',
      data: { id: renamed.id, review: { status: 'reviewed', reviewer: 'user_r1' } },
    });
    await desk.save({ operation: 'forms.publish', data: { id: published.id } });
    await desk.save({ operation: 'forms.completion', data: { id: asked.id, ask: ['user_new'] } });
    await desk.save({ operation: 'notifications.update', data: { id: alert.id, read: true } });
    await desk.sync();
    const outbox = await desk.outbox();
    expect(outbox.map(({ state, question }) => [state, question])).toEqual(
      Array.from({ length: 5 }, () => ['needs-you', 'odd-answer']),
    );
    expect(questionOf(outbox, shared.id)?.fields).toMatchObject([
      { field: 'share_with_patient', mine: 'false', theirs: 'true' },
    ]);
    expect(questionOf(outbox, asked.id)?.fields).toMatchObject([
      { field: 'ask', mine: '["user_new"]', theirs: '[]' },
      { field: 'withdraw', theirs: null },
    ]);
    expect(questionOf(outbox, published.id)?.changes.map(({ field }) => field)).toContain(
      'published_version',
    );
    expect(questionOf(outbox, alert.id)?.fields).toMatchObject([{ mine: 'true', theirs: 'false' }]);
    desk.clinic.faults.clear();
    const question = questionOf(outbox, shared.id);
    await desk.resolve(question?.number ?? 0, { take: 'mine' });
    await desk.sync();
    expect(desk.truth('requisition').get(shared.id)).toMatchObject({ share_with_patient: false });
    expect(questionOf(await desk.outbox(), shared.id)).toBeUndefined();
  },
  PATIENT,
);

test.each(['before', '202-id'] as const)(
  'where the answer of an update is %s, the record itself confirms every write, and the cache holds it whole',
  async (updatedAnswer) => {
    const plain = { emptyText: 'null', emptyReference: 'missing', entryIds: 'new' } as const;
    const dialect = { name: 'confirming', choices: { ...PLAIN_DIALECT.choices, ...plain, updatedAnswer } };
    const desk = await deskAndClinic({ dialect });
    await desk.sync();
    const requisition = desk.first('requisition');
    const [form, published] = [...desk.truth('form').values()];
    if (form === undefined || published === undefined) throw new Error('the clinic lacks a form');
    await desk.save({
      operation: 'requisitions.update',
      data: {
        id: requisition.id,
        name: 'Renamed',
        share_with_patient: requisition['share_with_patient'] !== true,
        order_details: '',
        diagnoses: [{ id: 'diag_mine', code: 'D64.9', description: 'Anaemia' }],
        review: { status: 'reviewed', reviewer: 'user_r1' },
      },
    });
    await desk.save({ operation: 'forms.completion', data: { id: form.id, ask: ['user_new'] } });
    await desk.save({ operation: 'forms.publish', data: { id: published.id } });
    await desk.sync();
    expect(await desk.outbox()).toEqual([]);
    expect((await desk.settled()).map(({ how }) => how)).toEqual(['sent', 'sent', 'sent']);
    expect(desk.done('POST', `/v2/requisitions/${requisition.id}`)).toBe(1);
    expect(patientsIn(desk.truth('form').get(form.id))).toContain('user_new');
    const cached: Json | undefined = (await desk.cached('requisition')).get(requisition.id);
    expect(cached).toMatchObject({ name: 'Renamed', patient: requisition['patient'] });
  },
  PATIENT,
);

test(
  'a text that the service cuts is shown with what is left of it',
  async () => {
    const desk = await deskAndClinic({ dialect: 'strict' });
    await desk.sync();
    const { id } = desk.first('requisition');
    const words = 'fasting '.repeat(60).trim();
    await desk.save({ operation: 'requisitions.update', data: { id, order_details: words } });
    await desk.sync();
    const [question] = await desk.outbox();
    expect(question).toMatchObject({ state: 'needs-you', question: 'odd-answer' });
    expect(question?.fields[0]?.mine).toBe(JSON.stringify(words));
    expect(String(question?.fields[0]?.theirs).length).toBeLessThan(260);
  },
  PATIENT,
);
