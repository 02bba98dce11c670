import type { DeskOperation } from '#main/engine/desk/protocol.ts';
import { setNotificationRead } from '#main/engine/service/notifications.ts';
import type { Ground } from './ground.ts';
import { outcomeOfFailure, type Outcome } from './outcome.ts';

/** Sets a notification's read flag (service's document, section 4.3). The latest intent wins, so nobody looks first. */
export async function sendReadFlag(ground: Ground, operation: DeskOperation): Promise<Outcome> {
  const left = await ground.leaving(operation, operation.evidence);
  if (!left.ok) return { is: 'later', error: left.error };
  const read = operation.data['read'] === true;
  const reply = await ground.ask((http) => setNotificationRead(http, operation.target, read));
  if (!reply.ok) return outcomeOfFailure({ ok: false, error: reply.error });
  const answer = await ground.keep('notification', operation.target, reply.value);
  return answer.ok ? { is: 'done', how: 'sent', answer: answer.value } : { is: 'later', error: answer.error };
}
