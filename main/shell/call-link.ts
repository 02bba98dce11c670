import { type BrowserWindow, shell } from 'electron';
import type { CallOutput, ParsedInput } from '#contract/api.ts';
import { parseVideoCallAddress } from '#contract/links.ts';
import { procedures } from '#contract/procedures.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { waitAtMost } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { askUser, type DialogQuestion } from './dialogs.ts';
import { VIEWER_OPEN_TIMEOUT } from './files.ts';
import { getText } from './text.ts';

export interface VideoCallOptions {
  readonly engine: {
    call(name: 'notifications.get', input: ParsedInput<'notifications.get'>): Promise<Result<unknown>>;
  };
  /** The window that shows the question. */
  readonly window: () => BrowserWindow | null;
  readonly clock: Clock;
}

/** Asks for confirmation before an address is opened outside Intray. */
function mayOpen(host: string, window: BrowserWindow | null): Promise<boolean> {
  const question: DialogQuestion = {
    type: 'question',
    message: getText('dialog.videoCall.message'),
    detail: getText('dialog.videoCall.detail', { host }),
    yes: getText('dialog.videoCall.yes'),
    no: getText('dialog.cancel'),
  };
  return askUser(question, window);
}

/**
 * Opens the video call of an appointment. The page sends only the notification's id: the address comes from
 * the engine.
 */
export function createVideoCallHandlers({ engine, window, clock }: VideoCallOptions) {
  const openVideoCall = async ({
    notification,
  }: ParsedInput<'links.openVideoCall'>): Promise<Result<CallOutput<'links.openVideoCall'>>> => {
    const found = await engine.call('notifications.get', { id: notification });
    if (!found.ok) return found;
    const answer = procedures['notifications.get'].output.safeParse(found.value);
    const text = answer.data?.record.appointment?.videoCall.joinUrl ?? '';
    const address = parseVideoCallAddress(text, (address) => URL.parse(address));
    if (!address.isOpenable) return err('invalid-input', { detail: `the video call: ${address.why}` });
    if (!(await mayOpen(address.host, window()))) return ok({ isOpened: false });
    try {
      await waitAtMost(shell.openExternal(address.href), VIEWER_OPEN_TIMEOUT, clock);
      return ok({ isOpened: true });
    } catch {
      return err('not-opened');
    }
  };
  return { 'links.openVideoCall': openVideoCall };
}
