import { expect, test } from 'vitest';
import { createSenderScene, FORM } from '../../../support/sender-scene.ts';

const OTHER = { ...FORM, id: 'form_2' };
const MISTAKE = 'Cannot convert user_patient to a primitive value';

const nameOf = (id: string, name: string) => ({ operation: 'forms.update', data: { id, name } }) as const;

/** A service with two forms that keeps their names; the requests that `isBroken` names make the program fail. */
async function twoForms(isBroken: (method: string, path: string) => boolean) {
  const names = new Map<string, string>();
  const failing = { isOn: true };
  const made = await createSenderScene(({ method, path }) => {
    const form = path.includes(OTHER.id) ? OTHER : FORM;
    if (failing.isOn && isBroken(method, path)) throw new TypeError(MISTAKE);
    if (method === 'POST') names.set(form.id, 'New');
    return { ...form, name: names.get(form.id) ?? form.name };
  });
  return { ...made, failing };
}

test('a change whose attempt fails in the program before it is sent waits with a reason, and the others are sent', async () => {
  const { app, push, countSent, failing, logged } = await twoForms((_method, path) => path.includes(FORM.id));
  const { number } = app.save(nameOf(FORM.id, 'New'), FORM);
  app.save(nameOf(OTHER.id, 'New'), OTHER);
  await push();
  expect(app.all()).toMatchObject([
    { number, state: 'saved', error: { code: 'internal' }, mayHaveArrived: false },
  ]);
  expect(countSent()).toBe(1);
  expect(logged).toMatchObject([{ facts: { number, operation: 'forms.update' } }]);
  expect(JSON.stringify(logged)).not.toContain('user_patient');
  failing.isOn = false;
  await push();
  expect(app.all()).toEqual([]);
  expect(countSent()).toBe(2);
});

test('a publish whose attempt fails in the program after it may have left is reconciled, and not sent again', async () => {
  const { app, push, countSent, failing } = await twoForms(
    (method, path) => path.includes(FORM.id) && method === 'POST',
  );
  const { number } = app.save({ operation: 'forms.publish', data: { id: FORM.id } }, FORM);
  app.save(nameOf(OTHER.id, 'New'), OTHER);
  await push();
  expect(app.all()).toMatchObject([{ number, state: 'uncertain' }]);
  failing.isOn = false;
  await push();
  expect(app.all()).toMatchObject([{ number, state: 'uncertain' }]);
  expect(countSent()).toBe(2);
});

test('an edit whose attempt fails in the program after it may have left waits and says so, and is sent again', async () => {
  const { app, push, countSent, failing } = await twoForms(
    (method, path) => path.includes(FORM.id) && method === 'POST',
  );
  const { number } = app.save(nameOf(FORM.id, 'New'), FORM);
  app.save(nameOf(OTHER.id, 'New'), OTHER);
  await push();
  expect(app.all()).toMatchObject([
    { number, state: 'saved', error: { code: 'internal' }, mayHaveArrived: true },
  ]);
  expect(countSent()).toBe(2);
  failing.isOn = false;
  await push();
  expect(app.all()).toEqual([]);
  expect(countSent()).toBe(3);
});

test('a reconcile that fails in the program leaves the change uncertain, and the others are sent', async () => {
  const { app, push, countSent } = await twoForms((_method, path) => path.includes(FORM.id));
  const { number } = app.save({ operation: 'forms.publish', data: { id: FORM.id } }, FORM);
  app.leave(number);
  app.store.storeAttempt({ number, data: app.one(number).data, rest: { state: 'uncertain' } });
  app.save(nameOf(OTHER.id, 'New'), OTHER);
  await push();
  expect(app.all()).toMatchObject([{ number, state: 'uncertain', error: { code: 'internal' } }]);
  expect(countSent()).toBe(1);
});

test('a read flag whose attempt fails in the program waits, and those taken with it are sent', async () => {
  const notification = { object: 'notification', user: 'user_me', title: '', text: '', read: true };
  const { app, push } = await createSenderScene(({ path }) => {
    const id = path.split('/').at(-1) ?? '';
    if (id === 'notf_1') throw new TypeError(MISTAKE);
    return { ...notification, id, buttons: [], props: {}, created_by: '', created_at: '' };
  });
  const mark = (id: string) => app.save({ operation: 'notifications.update', data: { id, read: true } });
  const { number } = mark('notf_1');
  mark('notf_2');
  await push();
  expect(app.all()).toMatchObject([{ number, state: 'saved', error: { code: 'internal' } }]);
});

test('a completion request is sent to a form whose list holds a request without a patient’s id', async () => {
  const odd = { patient: { toString: 1 } };
  const asked = { patient: 'user_q' };
  const { app, push, countSent } = await createSenderScene((_request, sent) => ({
    ...FORM,
    request_completion_from: sent === 0 ? [odd, asked] : [odd, { patient: 'user_p' }],
  }));
  app.save({
    operation: 'forms.completion',
    data: { id: FORM.id, ask: ['user_p'], withdraw: ['user_q'] },
  });
  await push();
  expect(app.all()).toEqual([]);
  expect(countSent()).toBe(1);
});
