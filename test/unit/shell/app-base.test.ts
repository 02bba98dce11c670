import { expect, test, vi } from 'vitest';
import { areAnswersChecked } from '#main/shell/app-base.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);

test('answers are checked while Intray is developed, unless a developer measures it; the packaged program checks none', () => {
  expect(areAnswersChecked(false, {})).toBe(true);
  expect(areAnswersChecked(false, { INTRAY_ANSWERS: 'unchecked' })).toBe(false);
  expect(areAnswersChecked(true, {})).toBe(false);
  expect(areAnswersChecked(true, { INTRAY_ANSWERS: 'checked' })).toBe(false);
});
