import { type BrowserWindow, shell } from 'electron';
import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import { parseVideoCallAddress } from '#contract/links.ts';
import { procedures } from '#contract/procedures.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { waitForPromiseAtMost } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { askUserToConfirm, type DialogQuestion } from './dialogs.ts';
import { ASSUME_VIEWER_OPEN_AFTER_MS } from './files.ts';
import { getMainProcessText } from './text.ts';

export interface VideoCallHandlerDeps {
  readonly engine: {
    call(name: 'notifications.get', input: ValidatedInput<'notifications.get'>): Promise<Result<unknown>>;
  };
  /** The window that shows the question. */
  readonly window: () => BrowserWindow | null;
  readonly clock: Clock;
}

/** Asks for confirmation before an address is opened outside Intray. */
function mayOpen(host: string, window: BrowserWindow | null): Promise<boolean> {
  const question: DialogQuestion = {
    type: 'question',
    message: getMainProcessText('dialog.videoCall.message'),
    detail: getMainProcessText('dialog.videoCall.detail', { host }),
    yes: getMainProcessText('dialog.videoCall.yes'),
    no: getMainProcessText('dialog.cancel'),
  };
  return askUserToConfirm(question, window);
}

/**
 * Opens the video call of an appointment. The page sends only the notification's id: the address comes from
 * the engine.
 */
export function createVideoCallHandlers({ engine, window, clock }: VideoCallHandlerDeps) {
  const openVideoCall = async ({
    notification,
  }: ValidatedInput<'links.openVideoCall'>): Promise<Result<CallOutput<'links.openVideoCall'>>> => {
    const found = await engine.call('notifications.get', { id: notification });
    if (!found.ok) return found;
    const answer = procedures['notifications.get'].output.safeParse(found.value);
    const text = answer.data?.record.appointment?.videoCall.joinUrl ?? '';
    const address = parseVideoCallAddress(text, (address) => URL.parse(address));
    if (!address.isOpenable) return err('invalid-input', { detail: `the video call: ${address.why}` });
    if (!(await mayOpen(address.host, window()))) return ok({ isOpened: false });
    try {
      await waitForPromiseAtMost(shell.openExternal(address.href), ASSUME_VIEWER_OPEN_AFTER_MS, clock);
      return ok({ isOpened: true });
    } catch {
      return err('not-opened');
    }
  };
  return { 'links.openVideoCall': openVideoCall };
}
