import { expect, test } from 'vitest';
import { rawList } from '../../../support/builders.ts';
import { unwrap } from '../../../support/engine.ts';
import { createSenderScene, FORM, type SenderScene } from '../../../support/sender-scene.ts';

/** A pending publish, and a service that accepts it. */
async function publishing(): Promise<SenderScene> {
  const made = await createSenderScene((_request, sent) =>
    sent === 0 ? FORM : { ...FORM, published_version: FORM.latest_version },
  );
  made.app.save({ operation: 'forms.publish', data: { id: FORM.id } }, FORM);
  return made;
}

test('an outcome that could not be written is written by the next run, and nothing is sent twice', async () => {
  const { app, failing, push, countSent } = await publishing();
  failing.add('closeConfirmedChange').add('storeAttempt');
  await push();
  expect(app.all()).toMatchObject([{ state: 'sending' }]);
  failing.clear();
  await push();
  expect(app.all()).toEqual([]);
  expect(countSent()).toBe(1);
});

test('a write whose outcome repeatedly cannot be written is reconciled', async () => {
  const { app, failing, push, countSent } = await publishing();
  failing.add('closeConfirmedChange');
  await push();
  await push();
  expect(app.all()).toMatchObject([{ state: 'uncertain' }]);
  failing.clear();
  await push();
  expect(app.all()).toEqual([]);
  expect(countSent()).toBe(1);
});

test('a create that the service has confirmed is done, with the id of the service, though the cache is full', async () => {
  const { app, failing, push, countSent } = await createSenderScene(({ method }, sent) =>
    method === 'POST' ? FORM : rawList(sent === 0 ? [] : [FORM]),
  );
  const { id } = app.save({ operation: 'forms.create', data: { name: FORM.name } });
  failing.add('storeOne');
  await push();
  expect(app.all()).toEqual([]);
  const { items } = unwrap(app.store.listClosedChanges({ limit: 5 }));
  expect(items).toMatchObject([{ operation: 'forms.create', ending: 'sent', id: FORM.id }]);
  expect(id).not.toBe(FORM.id);
  expect(countSent()).toBe(1);
});
