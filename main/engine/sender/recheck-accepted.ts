import type { StoredChange } from '#main/engine/local/protocol.ts';
import { isJsonObject, type JsonObject } from '#main/engine/api/parse/fields.ts';
import { withOtherUserSets } from '#main/engine/api/parse/user-sets.ts';
import { listUnconfirmedFields } from './confirm-response.ts';
import type { SendContext } from './context.ts';
import type { AttemptOutcome } from './outcome.ts';
import { fulfilsCompletionChange } from './send-completion.ts';
import { isPublishedSince } from './send-form.ts';
import { concludeReviewFromRecord } from './send-update.ts';

function hasAllFields(change: StoredChange, record: JsonObject): boolean {
  const data = withOtherUserSets(change.data, record);
  return Object.keys(listUnconfirmedFields(data, record, 'record')).length === 0;
}

/** Returns the outcome of an accepted change whose record shows it; null where the record does not. */
function concludeFromRecord(change: StoredChange, record: JsonObject): AttemptOutcome | null {
  const { operation, data, evidence } = change;
  if (operation === 'forms.publish') {
    const isShown = evidence.before !== undefined && isPublishedSince(evidence.before, record);
    return isShown ? { type: 'done', ending: 'found', answer: record } : null;
  }
  if (operation === 'forms.completion') {
    // The requests in the record may be newer than the answer, so that nothing is concluded from their times.
    const isShown = fulfilsCompletionChange(change, record);
    return isShown ? { type: 'done', ending: 'needless', answer: record } : null;
  }
  if ('review' in data) {
    const outcome = concludeReviewFromRecord(change, record);
    return outcome.type === 'done' ? outcome : null;
  }
  return hasAllFields(change, record) ? { type: 'done', ending: 'sent', answer: record } : null;
}

/**
 * Checks a change that the service has accepted, or may have done, and about which the user is asked, because its record did not
 * show it right after: a service that carries out changes later, or a server that lags behind, shows it in a later state of the record
 * (see the assumptions: confirmedWrites). The cached record is read and nothing is requested; nor is the change sent again.
 */
export async function recheckAcceptedChange(
  context: SendContext,
  change: StoredChange,
): Promise<AttemptOutcome> {
  const text = await context.getCachedText(change.kind, change.target);
  const record: unknown = text === undefined ? null : JSON.parse(text);
  const shown = isJsonObject(record) ? concludeFromRecord(change, record) : null;
  return shown ?? { type: 'question', question: change.question ?? 'odd-answer' };
}
