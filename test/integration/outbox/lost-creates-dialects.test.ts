import { describe, expect, test, vi } from 'vitest';
import { findDialect, PLAIN_DIALECT, type Dialect } from '#main/sandbox/dialect/dialect.ts';
import { deskAndClinic, type DeskAndClinic } from '../../support/desk-and-clinic.ts';
import { NEW_ORDER } from '../../support/desk.ts';
import {
  endings,
  hideFromLists,
  LOOKS,
  loseAnswer,
  only,
  ORDERS,
  plainBut,
  posted,
  questions,
} from '../../support/lost-orders.ts';

// Each test opens files and threads of its own, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

describe('services that answer otherwise', () => {
  const lost = async (dialect: Dialect, data: object = {}): Promise<DeskAndClinic> => {
    const desk = await deskAndClinic({ dialect });
    await desk.sync();
    loseAnswer(desk);
    await desk.save({ ...NEW_ORDER, data: { ...NEW_ORDER.data, ...data } });
    await desk.sync();
    return desk;
  };

  test.each(['empty', 'null', 'missing'] as const)(
    'an order without a facility is found where absent values are written as %s',
    async (value) => {
      const emptyList = value === 'empty' ? 'array' : value;
      const desk = await lost(plainBut({ emptyText: value, emptyReference: value, emptyList }));
      expect(await endings(desk)).toEqual(['found']);
      expect(posted(desk)).toBe(1);
    },
  );

  test('an order is found where absent references come as null, by the document', async () => {
    const desk = await deskAndClinic();
    await desk.sync();
    loseAnswer(desk);
    desk.clinic.faults.add({
      match: { method: 'GET', path: LOOKS },
      action: {
        kind: 'replace',
        body: (parsed) =>
          JSON.parse(JSON.stringify(parsed).replaceAll('"service_facility":""', '"service_facility":null')),
      },
    });
    await desk.save(NEW_ORDER);
    await desk.sync();
    expect(await endings(desk)).toEqual(['found']);
  });

  test.each([
    ['trimmed', 'Lipid panel '],
    ['nfc', 'Lipide für A'],
  ] as const)('an order whose texts are stored %s is found', async (storedText, name) => {
    const desk = await lost(plainBut({ storedText }), { name, order_details: `${name}\r\n` });
    expect(await endings(desk)).toEqual(['found']);
    expect(posted(desk)).toBe(1);
  });

  test('an order whose name was cut is shown with what differs, not adopted', async () => {
    const name = 'x'.repeat(300);
    const desk = await lost(plainBut({ storedText: 'cut-255' }), { name });
    expect(await questions(desk)).toEqual(['several-found']);
    expect((await only(desk)).candidates).toMatchObject([
      { differences: [{ field: 'name', theirs: JSON.stringify(name.slice(0, 255)) }] },
    ]);
  });

  test('an order is found where the patient filter is ignored, pages are short and no order holds', async () => {
    const desk = await lost(plainBut({ patientFilter: 'ignored', pageCap: '10', order: 'random' }));
    expect(await endings(desk)).toEqual(['found']);
    expect(posted(desk)).toBe(1);
  });

  test('without a certain end of the list nothing is sent, until the user says so', async () => {
    const desk = await deskAndClinic({ dialect: plainBut({ patientFilter: 'ignored' }) });
    await desk.sync();
    const { number } = await desk.save(NEW_ORDER);
    desk.clinic.listing = { ...desk.clinic.listing, ignoreOffset: true, limitCap: 10 };
    await desk.sync({ kinds: ['notification'] });
    expect(await questions(desk)).toEqual(['not-listed']);
    expect(posted(desk)).toBe(0);
    await desk.resolve(number, { take: 'mine' });
    await desk.sync({ kinds: ['notification'] });
    expect(posted(desk)).toBe(1);
    expect(await endings(desk)).toEqual(['sent']);
  });

  test('an answer that holds the id alone is enough', async () => {
    const desk = await deskAndClinic({ dialect: plainBut({ createdAnswer: '202-id' }) });
    await desk.sync();
    await desk.save(NEW_ORDER);
    await desk.sync();
    expect(await endings(desk)).toEqual(['sent']);
  });

  test('the id that an answer names is fetched before any list is looked through', async () => {
    const desk = await deskAndClinic({ dialect: plainBut({ createdAnswer: '202-id' }) });
    await desk.sync();
    hideFromLists(desk);
    desk.clinic.faults.add({
      match: { method: 'GET', path: /^\/v2\/requisitions\/req_/ },
      action: { kind: 'answer', status: 503 },
    });
    await desk.save(NEW_ORDER);
    await desk.sync();
    expect(await questions(desk)).toEqual(['uncertain']);
    desk.clinic.faults.clear();
    hideFromLists(desk);
    await desk.sync();
    expect(await endings(desk)).toEqual(['found']);
    expect(posted(desk)).toBe(1);
  });

  test('an order that comes back shared though nobody asked for it is shown', async () => {
    const desk = await deskAndClinic();
    await desk.sync();
    const body = (parsed: unknown): unknown => ({ ...(parsed as object), share_with_patient: true });
    desk.clinic.faults.add({ match: { method: 'POST', path: ORDERS }, action: { kind: 'replace', body } });
    desk.clinic.faults.add({
      match: { method: 'GET', path: /^\/v2\/requisitions\/req_/ },
      action: { kind: 'replace', body },
    });
    await desk.save(NEW_ORDER);
    await desk.sync({ kinds: ['form'] });
    expect(await questions(desk)).toEqual(['odd-answer']);
    expect((await only(desk)).candidates).toMatchObject([
      { differences: [{ field: 'share_with_patient', mine: 'false', theirs: 'true' }] },
    ]);
  });

  test('a form is found by its name among all forms', async () => {
    const desk = await deskAndClinic({ dialect: findDialect('nulls') ?? PLAIN_DIALECT });
    await desk.sync();
    desk.clinic.faults.add({
      match: { method: 'POST', path: '/v2/forms', times: 1 },
      action: { kind: 'close', after: true },
    });
    await desk.save({ operation: 'forms.create', data: { name: 'Intake of new patients' } });
    await desk.sync();
    expect(await endings(desk)).toEqual(['found']);
    expect(desk.done('POST', '/v2/forms')).toBe(1);
  });
});
