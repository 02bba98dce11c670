import type { StoredOperation } from '#main/engine/desk/protocol.ts';
import { setNotificationRead } from '#main/engine/service/notifications.ts';
import { confirmAnswer, listUnconfirmedFields, outcomeOfConfirmed } from './confirm-answer.ts';
import type { SendContext } from './ground.ts';
import { outcomeOfRepeatable, type Outcome } from './outcome.ts';

/**
 * Sets a notification's read flag (service's document, section 4.3). The latest intent wins, so the notification is not fetched first.
 * One that the service no longer has needs no flag.
 */
export async function sendReadFlag(context: SendContext, operation: StoredOperation): Promise<Outcome> {
  const { evidence, target } = operation;
  const left = await context.leaving(operation, { ...evidence, mayHaveLeft: true });
  if (!left.ok) return { is: 'later', error: left.error };
  const read = operation.data['read'] === true;
  const reply = await context.ask((http) => setNotificationRead(http, target, read));
  if (!reply.ok && reply.error.code === 'not-found') return { is: 'done', how: 'needless' };
  if (!reply.ok) return outcomeOfRepeatable(reply, evidence);
  const confirmed = await confirmAnswer(context, operation, reply.value, (record, source) =>
    listUnconfirmedFields({ read }, record, source),
  );
  if (!confirmed.ok && confirmed.error.code === 'not-found') return { is: 'done', how: 'needless' };
  return outcomeOfConfirmed(operation, confirmed, false);
}
