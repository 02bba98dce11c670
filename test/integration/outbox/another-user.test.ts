import { expect, test, vi } from 'vitest';
import { deskAndClinic } from '../../support/desk-and-clinic.ts';
import { NEW_ORDER } from '../../support/desk.ts';
import { questions } from '../../support/lost-orders.ts';

vi.setConfig({ testTimeout: 120_000 });

test('what another known user saved leaves only when this user says so', async () => {
  const desk = await deskAndClinic({}, { userId: 'user_former' });
  await desk.sync();
  const { id } = desk.first('requisition');
  await desk.save(NEW_ORDER);
  await desk.save({ operation: 'requisitions.update', data: { id, name: 'Renamed' } });
  await desk.restart({ userId: desk.clinic.userId });
  await desk.sync();
  expect(await questions(desk)).toEqual(['another-user', 'another-user']);
  expect(desk.clinic.ledger()).toEqual([]);
  for (const { number } of await desk.outbox()) await desk.resolve(number, { take: 'mine' });
  await desk.sync();
  expect(await desk.outbox()).toEqual([]);
  expect(desk.clinic.ledger()).toHaveLength(2);
});

test('what was saved before the user was known leaves without a question', async () => {
  const desk = await deskAndClinic({}, { userId: null });
  await desk.save(NEW_ORDER);
  await desk.restart({ userId: desk.clinic.userId });
  await desk.sync();
  expect(await desk.outbox()).toEqual([]);
});
