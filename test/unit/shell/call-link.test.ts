import { afterEach, describe, expect, it, vi } from 'vitest';
import { idSchema } from '#contract/record-schemas.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { createVideoCallHandlers } from '#main/shell/call-link.ts';
import { aNotification, loaded, anAppointment } from '../../support/values.ts';
import { askedNames, fakeAnswer, fakeFiles, lastAsk, resetElectron } from '../../support/fake-electron.ts';
import { manualClock } from '../../support/clocks.ts';
import { waitUntilPasses } from '../../support/wait.ts';

vi.mock('electron', async () => (await import('../../support/fake-electron.ts')).electron);
afterEach(resetElectron);

const notification = idSchema('notification').parse('notf_1');

function openVideoCall(joinUrl: string, answer?: Result<unknown>, clock: Clock = systemClock) {
  const appointment = anAppointment({ videoCall: { joinUrl, meetingId: '' } });
  const record = aNotification({ appointment });
  const engine = { call: async () => answer ?? ok(loaded(record)) };
  return createVideoCallHandlers({ engine, window: () => null, clock })['links.openVideoCall']({
    notification,
  });
}

describe('a video call', () => {
  it('is opened once the user has confirmed, after reading its address', async () => {
    fakeAnswer.button = 0;
    expect(await openVideoCall('https://meet.example.org/j/1?pwd=2')).toEqual(ok({ isOpened: true }));
    expect(lastAsk('dialog.showMessageBox')).toMatchObject([
      { detail: expect.stringContaining('meet.example.org'), defaultId: 1, cancelId: 1 },
    ]);
    expect(lastAsk('shell.openExternal')).toEqual(['https://meet.example.org/j/1?pwd=2']);
  });

  it('stays closed if the user cancels', async () => {
    expect(await openVideoCall('https://meet.example.org/j/1')).toEqual(ok({ isOpened: false }));
    expect(askedNames()).not.toContain('shell.openExternal');
  });

  it.each([
    '',
    'http://meet.example.org/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://meet.example.org@evil.example.org/',
    'https://meet.example.org/\n/j',
    'https:\\\\evil.example.org',
    '//evil.example.org',
    'ms-teams:/l/meetup-join/1',
    'https://127.0.0.1/j/1',
    'https://2130706433/j/1',
    'https://192.168.1.1/j/1',
    'https://[::1]/j/1',
    'https://localhost/j/1',
    'https://localhost./j/1',
    'https://meet.localhost/j/1',
    'https://router/j/1',
  ])('is never offered at %j', async (joinUrl) => {
    fakeAnswer.button = 0;
    expect(await openVideoCall(joinUrl)).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    expect(askedNames()).toEqual([]);
  });

  it('of a notification that is not here says so', async () => {
    expect(await openVideoCall('', err('not-found'))).toEqual(err('not-found'));
  });

  it('has been opened after two seconds where the system never tells', async () => {
    fakeAnswer.button = 0;
    const clock = manualClock();
    const answer = openVideoCall('https://meet.example.org/', undefined, clock);
    await waitUntilPasses(() => expect(clock.waits).toEqual([2_000]));
    await clock.pass(2_000);
    expect(await answer).toEqual(ok({ isOpened: true }));
  });

  it('that no browser opens leads to an explanation', async () => {
    fakeAnswer.button = 0;
    fakeFiles.problem = 'no browser';
    expect(await openVideoCall('https://meet.example.org/')).toEqual(err('not-opened'));
  });
});
