import { afterEach, describe, expect, it, vi } from 'vitest';
import { askBeforeContactingNewHost } from '#main/shell/dialogs.ts';
import { fakeAnswer, lastAsk, resetElectron } from '../../support/fake-electron.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);
afterEach(resetElectron);

describe('the question before a sign-in at a new host', () => {
  it('names the host, and what is sent there; cancelling is the default', async () => {
    fakeAnswer.button = 0;
    expect(await askBeforeContactingNewHost('clinic.example.org', null)).toBe(true);
    expect(lastAsk('dialog.showMessageBox')).toMatchObject([
      {
        message: 'Sign in at clinic.example.org?',
        detail: expect.stringContaining('access token'),
        defaultId: 1,
        cancelId: 1,
      },
    ]);
  });

  it('is answered with no by every other button', async () => {
    fakeAnswer.button = 1;
    expect(await askBeforeContactingNewHost('clinic.example.org', null)).toBe(false);
  });
});
