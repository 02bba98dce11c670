import { expect, onTestFinished, test } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import type { ClosedChange } from '#contract/outbox.ts';
import type { DialectChoices } from '#main/demo/dialect/unspecified-points.ts';
import { PLAIN_DIALECT } from '#main/demo/dialect/dialect.ts';
import { startDemoServer, type DemoServer } from '#main/demo/server.ts';
import { Tally } from './tally.ts';
import { changeAsOtherClient } from '../support/clinic.ts';

const PATIENT = { patient: 'user_p', type: 'lab', ordering_provider: 'user_d' } as const;
const PATH = '/v2/requisitions';

async function openClinic(choices: Partial<DialectChoices> = {}): Promise<DemoServer> {
  const dialect = { name: 'test', choices: { ...PLAIN_DIALECT.choices, ...choices } };
  const clinic = await startDemoServer({
    seed: 7,
    requisitions: 3,
    forms: 1,
    notifications: 1,
    patients: 2,
    dialect,
  });
  onTestFinished(() => clinic.close());
  return clinic;
}

/** A create that Intray reported as saved, under the number of its mark. */
function saveCreate(
  tally: Tally,
  number: number,
  details = '',
): { readonly name: string; readonly order_details: string } {
  const data = { name: `mark${number}x`, order_details: details };
  const change = { operation: 'requisitions.create', data: { ...PATIENT, ...data } } as const;
  tally.savedChanges.push({ change, mark: data.name, number, sets: null, outboxNumber: number });
  return data;
}

function settled(number: number, id: string, ending: ClosedChange['ending']): ClosedChange {
  const at = toEpochMs(1);
  const operation = 'requisitions.create';
  return {
    number,
    id,
    ending,
    operation,
    kind: 'requisition',
    label: '',
    patient: null,
    savedAt: at,
    closedAt: at,
    fields: [],
  };
}

const create = (clinic: DemoServer, data: object) =>
  changeAsOtherClient(clinic, PATH, { ...PATIENT, ...data });

test('a write that the service never received is lost, and one that it received is not, whatever response Intray got', async () => {
  const clinic = await openClinic();
  const tally = new Tally();
  clinic.faults.add({ match: { method: 'POST', times: 1 }, action: { kind: 'close', after: true } });
  await create(clinic, saveCreate(tally, 1)).catch(() => null);
  saveCreate(tally, 2);
  expect(tally.verdict(clinic, []).lost).toEqual(['mark2x']);
});

test('a write is not lost if a later one of the same field was carried out, even without its own response', async () => {
  const clinic = await openClinic();
  const tally = new Tally();
  const id = String([...clinic.listResources('requisition')][0]?.['id']);
  const [first, second] = [1, 2].map((number) => {
    const data = { id, order_details: `mark${number}x` };
    return {
      change: { operation: 'requisitions.update', data },
      mark: data.order_details,
      number,
      sets: id,
    } as const;
  });
  if (first === undefined || second === undefined) throw new Error('two writes are made');
  tally.savedChanges.push({ ...first, outboxNumber: 1 });
  tally.unanswered.push(second);
  expect(tally.verdict(clinic, []).lost).toEqual(['mark1x']);
  await changeAsOtherClient(clinic, `${PATH}/${encodeURIComponent(id)}`, { order_details: second.mark });
  expect(tally.verdict(clinic, []).lost).toEqual([]);
});

test('a read mark that the service never received is lost, except where the notification has its value anyway', async () => {
  const clinic = await openClinic();
  const tally = new Tally();
  const [{ id, read } = {}] = [...clinic.listResources('notification')];
  for (const [number, value] of [
    [1, read === true],
    [2, read !== true],
  ] as const) {
    const change = { operation: 'notifications.update', data: { id: String(id), read: value } } as const;
    tally.savedChanges.push({
      change,
      mark: `mark${number}x`,
      number,
      sets: `read ${number}`,
      outboxNumber: number,
    });
  }
  expect(tally.verdict(clinic, []).lost).toEqual(['mark2x']);
});

test('a write that the service received twice is duplicated by the program, or by the user who sent it again', async () => {
  const clinic = await openClinic();
  const tally = new Tally();
  for (const number of [1, 2]) {
    const data = saveCreate(tally, number);
    await create(clinic, data);
    await create(clinic, data);
  }
  tally.noteDecision({ state: 'needs-you' }, ['mark2x']);
  const { doubled, doubledByUser, questions } = tally.verdict(clinic, []);
  expect({ doubled, doubledByUser, questions }).toEqual({
    doubled: ['mark1x'],
    doubledByUser: ['mark2x'],
    questions: 1,
  });
});

test('a create reported as found is wrongly adopted if another request made that record', async () => {
  const clinic = await openClinic();
  const tally = new Tally();
  const [right, wrong] = [
    await create(clinic, saveCreate(tally, 1)),
    await create(clinic, saveCreate(tally, 2)),
  ];
  const told = [settled(1, right.id, 'found'), settled(2, right.id, 'found')];
  expect(tally.verdict(clinic, told).adopted).toEqual(['mark2x (found)']);
  expect(tally.verdict(clinic, [settled(2, wrong.id, 'found')]).adopted).toEqual([]);
});

test('a write reported as sent differs where the service has cut it, not where it has trimmed it', async () => {
  for (const [storedText, differing] of [
    ['cut-255', ['mark1x (sent)']],
    ['trimmed', []],
  ] as const) {
    const clinic = await openClinic({ storedText });
    const tally = new Tally();
    const { id } = await create(clinic, saveCreate(tally, 1, `${'long '.repeat(100)} `));
    expect(tally.verdict(clinic, [settled(1, id, 'sent')]).differing).toEqual(differing);
    expect(tally.verdict(clinic, [settled(1, id, 'discarded')]).differing).toEqual([]);
  }
});

test('a record that differs and that a user chose after seeing the differences does not count as reported by the program', async () => {
  const clinic = await openClinic({ storedText: 'cut-255' });
  const tally = new Tally();
  const { id } = await create(clinic, saveCreate(tally, 1, 'long '.repeat(100)));
  expect(tally.verdict(clinic, [settled(1, id, 'found')]).differing).toEqual(['mark1x (found)']);
  tally.noteChoice(1);
  expect(tally.verdict(clinic, [settled(1, id, 'found')]).differing).toEqual([]);
});

test('a patient who was asked and whom a later list lacks is lost, unless another client sends lists too', async () => {
  const clinic = await openClinic();
  const id = String([...clinic.listResources('form')][0]?.['id']);
  const data = { id, ask: ['user_mark1x'] };
  const change = { operation: 'forms.completion', data } as const;
  const tallies = [new Tally(), new Tally({ isAlone: false })];
  for (const { savedChanges } of tallies)
    savedChanges.push({ change, mark: 'mark1x', number: 1, sets: null, outboxNumber: 1 });
  for (const [patient, lost] of [
    ['user_mark1x', [[], []]],
    ['user_mark2x', [['mark1x'], []]],
  ] as const) {
    const body = { request_completion_from: [{ patient }] };
    await changeAsOtherClient(clinic, `/v2/forms/${encodeURIComponent(id)}`, body);
    expect(tallies.map((tally) => tally.verdict(clinic, []).lost)).toEqual(lost);
  }
});

test('a field that is set twice is duplicated, except where reads do not show at once that it was set', async () => {
  for (const [changedRead, doubled] of [
    ['at-once', ['mark1x']],
    ['after-10s', []],
  ] as const) {
    const clinic = await openClinic({ changedRead });
    const tally = new Tally();
    const id = String([...clinic.listResources('requisition')][0]?.['id']);
    const data = { id, order_details: 'mark1x' };
    const change = { operation: 'requisitions.update', data } as const;
    tally.savedChanges.push({ change, mark: 'mark1x', number: 1, sets: id, outboxNumber: 1 });
    const body = { order_details: 'mark1x' };
    for (const _time of [1, 2]) await changeAsOtherClient(clinic, `${PATH}/${encodeURIComponent(id)}`, body);
    expect(tally.verdict(clinic, []).doubled).toEqual(doubled);
    tally.forgetSavedAfter(0);
    expect(tally.verdict(clinic, []).doubled).toEqual(doubled);
  }
});
