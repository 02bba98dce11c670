import { test } from './fixtures.ts';
import { chooseFormId, findAskedFormName, formAction, showForm } from './screens/forms.ts';
import { SWEEP, inspect } from './sweep.ts';

test(
  'The form editors pass the accessibility checks in every theme',
  SWEEP,
  async ({ startApp, startClinic }) => {
    const clinic = await startClinic();
    const { page } = await startApp({ clinic });
    await showForm(page, findAskedFormName(clinic));
    await inspect(page, 'form');
    await formAction(page, 'Ask patients').click();
    await chooseFormId(page, 'Patients to ask', 'user_anew1 fac_1');
    await inspect(page, 'form-asks');
    await page.keyboard.press('Escape');
    await formAction(page, 'Edit').click();
    await page.getByText('Some', { exact: true }).click();
    await chooseFormId(page, 'Specializations', 'cardiology');
    await inspect(page, 'form-editor');
  },
);
