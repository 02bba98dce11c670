import { cp, rm } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import {
  endings,
  loseAnswer,
  loseRequest,
  only,
  ORDERS,
  posted,
  questions,
} from '../../../support/lost-orders.ts';
import { openTestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { changeAsOtherClient } from '../../../support/clinic.ts';

/** Each test opens files and threads of its own, which takes long on a busy machine. */
const TIMEOUT = 180_000;
vi.setConfig({ testTimeout: TIMEOUT });

describe('records that were at the service before', () => {
  test('a requisition that this user created in another client is not taken for a create that never arrived', async () => {
    const app = await openTestApp();
    await app.sync();
    const other = app.clinic.otherUsers.createRequisition(NEW_ORDER.data);
    loseRequest(app);
    const { number } = await app.save(NEW_ORDER);
    await app.sync();
    expect(await endings(app)).toEqual([]);
    expect(await questions(app)).toEqual(['already-there']);
    expect((await only(app)).candidates).toMatchObject([
      { id: other, name: NEW_ORDER.data.name, differences: [] },
    ]);
    app.clinic.faults.clear();
    await app.sync();
    expect(posted(app)).toBe(0);
    await app.resolve(number, { take: 'mine' });
    await app.sync();
    expect(posted(app)).toBe(1);
    expect(await endings(app)).toEqual(['sent']);
  });

  test('a record that was known and has changed since is never taken for a lost create', async () => {
    const app = await openTestApp();
    const known = app.clinic.otherUsers.createRequisition(NEW_ORDER.data);
    await app.sync();
    loseRequest(app);
    app.clinic.faults.add({ match: { method: 'GET', path: /search=/ }, action: { kind: 'close' } });
    await app.save(NEW_ORDER);
    await app.sync();
    app.clinic.otherUsers.updateRequisition(known, { name: NEW_ORDER.data.name });
    await app.sync();
    app.clinic.faults.clear();
    await app.sync();
    expect(await endings(app)).toEqual([]);
    expect(posted(app)).toBe(0);
  });

  test('one from another user does not interfere, and is never adopted', async () => {
    const app = await openTestApp({}, { userId: 'user_somebody' });
    await app.sync();
    app.clinic.otherUsers.createRequisition(NEW_ORDER.data);
    loseRequest(app);
    await app.save(NEW_ORDER);
    await app.sync();
    await app.sync();
    expect(await questions(app)).toEqual(['uncertain']);
    expect(await endings(app)).toEqual([]);
  });

  test('if the user is not known, a similar record is a question before and after', async () => {
    const app = await openTestApp({}, { userId: null });
    await app.sync();
    app.clinic.otherUsers.createRequisition(NEW_ORDER.data);
    const { number } = await app.save(NEW_ORDER);
    await app.sync();
    expect(await questions(app)).toEqual(['already-there']);
    await app.resolve(number, { take: 'mine' });
    loseAnswer(app);
    await app.sync();
    expect(await questions(app)).toEqual(['several-found']);
    expect((await only(app)).candidates).toHaveLength(1);
    expect(posted(app)).toBe(1);
  });

  test('two creates of this computer that are nearly alike do not interfere with each other', async () => {
    const app = await openTestApp();
    await app.sync();
    await app.save(NEW_ORDER);
    await app.save(NEW_ORDER);
    await app.save({ ...NEW_ORDER, data: { ...NEW_ORDER.data, name: `${NEW_ORDER.data.name}, fasting` } });
    await app.sync();
    expect(await endings(app)).toEqual(['sent', 'sent', 'sent']);
    expect(posted(app)).toBe(3);
  });

  test(
    'a folder that is restored from a copy asks instead of creating again',
    async () => {
      const app = await openTestApp();
      await app.sync();
      await app.save(NEW_ORDER);
      await app.engine().close();
      const copy = `${app.folder}-copy`;
      await cp(app.folder, copy, { recursive: true });
      await app.restart();
      await app.sync();
      expect(posted(app)).toBe(1);
      await app.engine().close();
      await rm(app.folder, { recursive: true });
      await cp(copy, app.folder, { recursive: true });
      await rm(copy, { recursive: true });
      await app.restart();
      await app.sync();
      expect(posted(app)).toBe(1);
      expect(await questions(app)).toEqual(['already-there']);
    },
    TIMEOUT,
  );
});

test('distinguishes a similar create of another client between two attempts from the lost one', async () => {
  const app = await openTestApp();
  await app.sync();
  loseRequest(app);
  await app.save(NEW_ORDER);
  await app.sync();
  expect(await questions(app)).toEqual(['uncertain']);
  await changeAsOtherClient(app.clinic, ORDERS, { ...NEW_ORDER.data, order_details: 'by another client' });
  await app.sync();
  expect(await questions(app)).toEqual(['several-found']);
  expect(await endings(app)).toEqual([]);
});
