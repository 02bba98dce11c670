import { describe, expect, test, vi } from 'vitest';
import { findDialect, PLAIN_DIALECT, type Dialect } from '#main/demo/dialect/dialect.ts';
import {
  endings,
  hideFromLists,
  RECONCILES,
  loseAnswer,
  only,
  ORDERS,
  plainBut,
  posted,
  questions,
} from '../../../support/lost-orders.ts';
import { type TestApp, openTestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';

// Each test opens files and threads of its own, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

describe('services with other dialects', () => {
  const lost = async (dialect: Dialect, data: object = {}): Promise<TestApp> => {
    const app = await openTestApp({ dialect });
    await app.sync();
    loseAnswer(app);
    await app.save({ ...NEW_ORDER, data: { ...NEW_ORDER.data, ...data } });
    await app.sync();
    return app;
  };

  test.each(['empty', 'null', 'missing'] as const)(
    'a create without a facility is found if absent values are written as %s',
    async (value) => {
      const emptyList = value === 'empty' ? 'array' : value;
      const app = await lost(plainBut({ emptyText: value, emptyReference: value, emptyList }));
      expect(await endings(app)).toEqual(['found']);
      expect(posted(app)).toBe(1);
    },
  );

  test('a create is found if absent references are null, as the document allows', async () => {
    const app = await openTestApp();
    await app.sync();
    loseAnswer(app);
    app.clinic.faults.add({
      match: { method: 'GET', path: RECONCILES },
      action: {
        kind: 'replace',
        body: (parsed) =>
          JSON.parse(JSON.stringify(parsed).replaceAll('"service_facility":""', '"service_facility":null')),
      },
    });
    await app.save(NEW_ORDER);
    await app.sync();
    expect(await endings(app)).toEqual(['found']);
  });

  test.each([
    ['trimmed', 'Lipid panel '],
    ['nfc', 'Lipide für A'],
  ] as const)('a create whose texts are stored %s is found', async (storedText, name) => {
    const app = await lost(plainBut({ storedText }), { name, order_details: `${name}\r\n` });
    expect(await endings(app)).toEqual(['found']);
    expect(posted(app)).toBe(1);
  });

  test('a create whose name was cut is shown with the differences, not adopted', async () => {
    const name = 'x'.repeat(300);
    const app = await lost(plainBut({ storedText: 'cut-255' }), { name });
    expect(await questions(app)).toEqual(['several-found']);
    expect((await only(app)).candidates).toMatchObject([
      { differences: [{ field: 'name', theirs: JSON.stringify(name.slice(0, 255)) }] },
    ]);
  });

  test('a create is found if the patient filter is ignored, pages are short and the order is unstable', async () => {
    const app = await lost(plainBut({ patientFilter: 'ignored', pageCap: '10', order: 'random' }));
    expect(await endings(app)).toEqual(['found']);
    expect(posted(app)).toBe(1);
  });

  test('without a certain end of the list nothing is sent, until the user says so', async () => {
    const app = await openTestApp({ dialect: plainBut({ patientFilter: 'ignored' }) });
    await app.sync();
    const { number } = await app.save(NEW_ORDER);
    app.clinic.listing = { ...app.clinic.listing, ignoreOffset: true, limitCap: 10 };
    await app.sync({ kinds: ['notification'] });
    expect(await questions(app)).toEqual(['not-listed']);
    expect(posted(app)).toBe(0);
    await app.resolve(number, { take: 'mine' });
    await app.sync({ kinds: ['notification'] });
    expect(posted(app)).toBe(1);
    expect(await endings(app)).toEqual(['sent']);
  });

  test('a response with only the id is sufficient', async () => {
    const app = await openTestApp({ dialect: plainBut({ createdAnswer: '202-id' }) });
    await app.sync();
    await app.save(NEW_ORDER);
    await app.sync();
    expect(await endings(app)).toEqual(['sent']);
  });

  test('the id in a response is fetched before any list is searched', async () => {
    const app = await openTestApp({ dialect: plainBut({ createdAnswer: '202-id' }) });
    await app.sync();
    hideFromLists(app);
    app.clinic.faults.add({
      match: { method: 'GET', path: /^\/v2\/requisitions\/req_/ },
      action: { kind: 'answer', status: 503 },
    });
    await app.save(NEW_ORDER);
    await app.sync();
    expect(await questions(app)).toEqual(['uncertain']);
    app.clinic.faults.clear();
    hideFromLists(app);
    await app.sync();
    expect(await endings(app)).toEqual(['found']);
    expect(posted(app)).toBe(1);
  });

  test('a create that comes back shared without having been shared is a question', async () => {
    const app = await openTestApp();
    await app.sync();
    const body = (parsed: unknown): unknown => ({ ...(parsed as object), share_with_patient: true });
    app.clinic.faults.add({ match: { method: 'POST', path: ORDERS }, action: { kind: 'replace', body } });
    app.clinic.faults.add({
      match: { method: 'GET', path: /^\/v2\/requisitions\/req_/ },
      action: { kind: 'replace', body },
    });
    await app.save(NEW_ORDER);
    await app.sync({ kinds: ['form'] });
    expect(await questions(app)).toEqual(['odd-answer']);
    expect((await only(app)).candidates).toMatchObject([
      { differences: [{ field: 'share_with_patient', mine: 'false', theirs: 'true' }] },
    ]);
  });

  test('a form is found by its name among all forms', async () => {
    const app = await openTestApp({ dialect: findDialect('nulls') ?? PLAIN_DIALECT });
    await app.sync();
    app.clinic.faults.add({
      match: { method: 'POST', path: '/v2/forms', times: 1 },
      action: { kind: 'close', after: true },
    });
    await app.save({ operation: 'forms.create', data: { name: 'Intake of new patients' } });
    await app.sync();
    expect(await endings(app)).toEqual(['found']);
    expect(app.done('POST', '/v2/forms')).toBe(1);
  });
});
