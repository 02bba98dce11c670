import { expect, test } from 'vitest';
import { questions } from '../../../support/lost-orders.ts';
import { openTestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';

test('what another known user saved is sent only when this user says so', async () => {
  const app = await openTestApp({}, { userId: 'user_former' });
  await app.sync();
  const { id } = app.first('requisition');
  await app.save(NEW_ORDER);
  await app.save({ operation: 'requisitions.update', data: { id, name: 'Renamed' } });
  await app.restart({ userId: app.clinic.userId });
  await app.sync();
  expect(await questions(app)).toEqual(['another-user', 'another-user']);
  expect(app.clinic.writeLog()).toEqual([]);
  for (const { number } of await app.outbox()) await app.resolve(number, { take: 'mine' });
  await app.sync();
  expect(await app.outbox()).toEqual([]);
  expect(app.clinic.writeLog()).toHaveLength(2);
});

test('what was saved before the user was known is sent without a question', async () => {
  const app = await openTestApp({}, { userId: null });
  await app.save(NEW_ORDER);
  await app.restart({ userId: app.clinic.userId });
  await app.sync();
  expect(await app.outbox()).toEqual([]);
});
