import { expect, it, onTestFinished } from 'vitest';
import { moveInputsOfRenamedRecords } from '#renderer/state/editor/renamed-inputs.ts';
import { formatInputKey } from '#renderer/state/editor/unsaved-input.ts';
import { createStores } from '#renderer/state/stores.ts';
import { publishedForm } from '../../../../support/builders.ts';
import { localId } from '../../../../support/pending.ts';
import { testPage } from '../../../../support/page/page.ts';
import { waitUntilPasses } from '../../../../support/wait.ts';

it('the input about a record and about a part of it is moved to the id of the service, and what is typed there already stays', async () => {
  const sent = publishedForm({ id: 'form_9' });
  const page = testPage({ forms: [sent] }, { 'forms.get': (_input, real) => real({ id: 'form_9' }) });
  await page.ready;
  const { browsers, unsavedInput } = createStores(page.bridge);
  onTestFinished(moveInputsOfRenamedRecords(browsers, unsavedInput));
  const local = localId('form');
  const keyOf = (id: string) => ({
    reminder: formatInputKey({ editor: 'reminder', subjectId: id }),
    request: formatInputKey({ editor: 'request-reminder', subjectId: JSON.stringify([id, 'user_p']) }),
  });
  const other = formatInputKey({ editor: 'view', subjectId: '["forms",""]' });
  unsavedInput.set(keyOf(local).reminder, 'older');
  unsavedInput.set(keyOf(local).request, 'moved');
  unsavedInput.set(keyOf('form_9').reminder, 'newer');
  unsavedInput.set(other, 'a view');
  browsers.form.record.open(local);
  await waitUntilPasses(() => expect(browsers.form.record.store.getState().phase).toBe('ready'));
  expect(Object.fromEntries(unsavedInput.store.getState())).toEqual({
    [keyOf('form_9').reminder]: 'newer',
    [keyOf('form_9').request]: 'moved',
    [other]: 'a view',
  });
});
