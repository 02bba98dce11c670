import type { AcknowledgedOperation } from '#contract/outbox.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';
import { isJsonObject } from '#main/engine/service/wire/fields.ts';
import { readTimestamp } from '#main/engine/service/wire/time.ts';
import type { WritableDb } from '#main/engine/store/db.ts';
import { closeRequest, dropReminders, openRequest } from './keepsakes/request-rows.ts';
import type { SeenRequest } from './keepsakes/seen-forms.ts';
import type { StoredOperation } from './protocol.ts';

function findText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The requests that stood in the list when the write left and that it was to take out (service's document, section 2.2). */
function withdrawnIn({ data, evidence }: StoredOperation): readonly SeenRequest[] {
  const before = evidence.before?.['request_completion_from'];
  const withdrawn: unknown = data['withdraw'];
  if (!Array.isArray(before) || !Array.isArray(withdrawn)) return [];
  return before.filter(isJsonObject).flatMap((request) => {
    const patient = findText(request['patient']);
    if (!withdrawn.includes(patient)) return [];
    const requestedAt = readTimestamp(findText(request['requested_at'])) ?? 0;
    return [{ patient, requestedAt, requestedBy: findText(request['requested_by']) }];
  });
}

/**
 * Notes the requests that a write has taken back. It counts as well where its answer was lost and they were found gone afterwards:
 * that explains it best.
 */
export function noteWithdrawals(
  db: WritableDb,
  operation: StoredOperation,
  how: AcknowledgedOperation['how'],
  now: EpochMs,
): void {
  if (operation.operation !== 'forms.completion' || (how !== 'sent' && how !== 'needless')) return;
  const after = epochMs(Math.min(now, operation.triedAt ?? now));
  const form = operation.target;
  for (const request of withdrawnIn(operation)) {
    // It may not be noted yet, as it may be noted already that it ended.
    openRequest(db, form, request, after);
    closeRequest(db, form, request, { state: 'withdrawn', after, before: now });
    dropReminders(db, form, [request.patient]);
  }
}
