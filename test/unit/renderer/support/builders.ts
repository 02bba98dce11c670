import type { AccountsState } from '#contract/accounts.ts';
import type { CompletionRow } from '#contract/completion-requests.ts';
import type { FormListRow, Form } from '#contract/forms.ts';
import type { Health, KindHealth } from '#contract/sync-health.ts';
import { NOTHING_MISSING, type MissingRecord } from '#contract/missing-records.ts';
import type { Notification, NotificationRow } from '#contract/notifications.ts';
import { NO_OUTBOX, type PendingOperation, type AcknowledgedOperation } from '#contract/outbox.ts';
import type { Requisition, WorklistRow } from '#contract/requisitions.ts';
import type { Pdf } from '#contract/pdfs.ts';
import { epochMs } from '#contract/time.ts';

/** A fixed time that the built records are near. */
export const NOON = epochMs(Date.UTC(2026, 2, 12, 12, 0));

/** A row of the worklist with default values. */
export function aRequisitionRow(own: Partial<WorklistRow> = {}): WorklistRow {
  return {
    id: 'req_1',
    type: 'lab',
    name: 'Complete blood count',
    patient: 'user_patient0001',
    serviceFacility: 'fac_central01',
    status: 'sent',
    shareWithPatient: false,
    needsReview: false,
    createdAt: NOON,
    lastUpdatedAt: NOON,
    flagged: false,
    pending: null,
    orderingProvider: 'user_provider01',
    statusSince: NOON,
    isResultChanged: false,
    reviewDeadline: null,
    reviewer: '',
    isChanged: false,
    followUp: null,
    hit: null,
    ...own,
  };
}

/** This many rows with ids of their own. */
export function requisitionRows(count: number): readonly WorklistRow[] {
  return Array.from({ length: count }, (_, index) =>
    aRequisitionRow({ id: `req_${index}`, name: `Requisition ${index}` }),
  );
}

/** A requisition with default values. */
export function aRequisition(own: Partial<Requisition> = {}): Requisition {
  return {
    id: 'req_1',
    type: 'lab',
    name: 'Complete blood count',
    patient: 'user_patient0001',
    shareWithPatient: false,
    requisitionResult: null,
    serviceFacility: 'fac_central01',
    orderingProvider: 'user_provider01',
    diagnoses: [],
    scripts: [],
    orderDetails: '',
    comments: [],
    reviews: [],
    statusHistory: [],
    createdBy: 'user_provider01',
    createdAt: NOON,
    lastUpdatedAt: NOON,
    status: 'sent',
    needsReview: false,
    resultChange: null,
    flags: [],
    ...own,
  };
}

/** A row of the list of forms. */
export function aFormRow(own: Partial<FormListRow> = {}): FormListRow {
  return {
    id: 'form_1',
    name: 'Intake',
    published: true,
    hasUnpublishedChanges: false,
    usableByAll: true,
    openRequests: 0,
    createdAt: NOON,
    lastUpdatedAt: NOON,
    flagged: false,
    pending: null,
    state: 'published',
    createdBy: 'user_provider01',
    medicalCenters: 0,
    specializations: 0,
    peerGroups: 0,
    individuals: 0,
    oldestRequestAt: null,
    unpublishedSince: null,
    isChanged: false,
    followUp: null,
    hit: null,
    ...own,
  };
}

/** A completion request, open since noon. */
export function aRequest(own: Partial<CompletionRow> = {}): CompletionRow {
  return {
    form: 'form_1',
    formName: 'Intake',
    patient: 'user_patient0001',
    requestedBy: 'user_provider01',
    requestedAt: NOON,
    state: 'open',
    ended: null,
    unsent: null,
    reminder: null,
    ...own,
  };
}

/** A form. */
export function aForm(own: Partial<Form> = {}): Form {
  return {
    id: 'form_1',
    name: 'Intake',
    description: 'Before the first visit.',
    publishedVersion: 'fver_1',
    latestVersion: 'fver_2',
    hasUnpublishedChanges: false,
    usableBy: {
      usableByAll: true,
      medicalCenters: [],
      specializations: [],
      peerGroups: [],
      individuals: [],
    },
    requestCompletionFrom: [],
    createdBy: 'user_provider01',
    createdAt: NOON,
    lastUpdatedAt: NOON,
    flags: [],
    ...own,
  };
}

/** A row of the notifications. */
export function aNotificationRow(own: Partial<NotificationRow> = {}): NotificationRow {
  return {
    id: 'notf_1',
    user: 'user_provider01',
    title: 'New appointment',
    text: 'An appointment was booked.',
    read: false,
    aboutKind: 'appointment',
    aboutId: 'appt_1',
    createdAt: NOON,
    flagged: false,
    pending: null,
    ...own,
  };
}

/** A notification. */
export function aNotification(own: Partial<Notification> = {}): Notification {
  return {
    id: 'notf_1',
    user: 'user_provider01',
    title: 'New appointment',
    text: 'An appointment was booked.',
    read: false,
    buttons: [],
    aboutKind: 'appointment',
    aboutId: 'appt_1',
    appointment: null,
    propsText: '{}',
    createdBy: 'system',
    createdAt: NOON,
    flags: [],
    ...own,
  };
}

/** The state of one kind: synced at noon. */
export function aKindHealth(own: Partial<KindHealth> = {}): KindHealth {
  return {
    kind: 'requisition',
    state: 'complete',
    cached: 3,
    received: 3,
    pages: 2,
    quarantined: 0,
    startedAt: NOON,
    lastSuccessAt: NOON,
    lastCheckedAt: NOON,
    order: 'updated-newest',
    suspected: 0,
    error: null,
    ...own,
  };
}

/** A requisition that is no longer on the service, with an open review. */
export function aMissingRecord(own: Partial<MissingRecord> = {}): MissingRecord {
  return {
    kind: 'requisition',
    id: 'req_1',
    state: 'open',
    reason: 'gone',
    name: 'Complete blood count',
    patient: 'user_patient0001',
    movedAt: NOON,
    confirmedAt: null,
    hasOpenReview: true,
    reminders: 0,
    unsentChanges: 0,
    ...own,
  };
}

/** The health of an account without problems. */
export function aHealth(own: Partial<Health> = {}): Health {
  return {
    account: 'demo',
    connection: 'online',
    connectionSince: NOON,
    error: null,
    pausedUntil: null,
    nextRefreshAt: null,
    outbox: NO_OUTBOX,
    desk: { state: 'fine', carried: 0, lost: 0 },
    cacheSetAside: false,
    missing: NOTHING_MISSING,
    kinds: [
      aKindHealth({ kind: 'requisition' }),
      aKindHealth({ kind: 'form' }),
      aKindHealth({ kind: 'notification' }),
    ],
    ...own,
  };
}

/** The demo clinic, open. */
export function openDemo(own: Partial<AccountsState> = {}): AccountsState {
  return {
    accounts: [{ id: 'demo', kind: 'demo', baseUrl: 'http://127.0.0.1:4010', userId: null, addedAt: null }],
    current: 'demo',
    session: 'open',
    secrets: 'demo',
    error: null,
    ...own,
  };
}

/** No account: the state before the first sign-in. */
export const SIGNED_OUT: AccountsState = {
  accounts: [],
  current: null,
  session: 'closed',
  secrets: null,
  error: null,
};

/** What a procedure returns for one record that is cached and has no pending changes. */
export function loaded<Rec extends { readonly id: string }>(record: Rec) {
  return { record, id: record.id, fetchedAt: NOON, pending: null };
}

/** A pending change of a requisition's name. */
export function aWrite(own: Partial<PendingOperation> = {}): PendingOperation {
  return {
    number: 1,
    operation: 'requisitions.update',
    kind: 'requisition',
    id: 'req_1',
    label: 'Complete blood count',
    state: 'saved',
    fields: [{ field: 'name', base: '"Blood count"', mine: '"Complete blood count"', theirs: null }],
    changes: [],
    question: null,
    candidates: [],
    error: null,
    attempts: 0,
    mayHaveArrived: false,
    savedAt: NOON,
    triedAt: null,
    waitsFor: null,
    ...own,
  };
}

/** A write that was sent. */
export function aSettled(own: Partial<AcknowledgedOperation> = {}): AcknowledgedOperation {
  return {
    number: 1,
    operation: 'requisitions.update',
    kind: 'requisition',
    id: 'req_1',
    label: 'Complete blood count',
    how: 'sent',
    savedAt: NOON,
    acknowledgedAt: NOON,
    fields: ['name'],
    ...own,
  };
}

/** The state of a requisition's PDF: fetched, in the version of the record. */
export function aPdf(own: Partial<Pdf> = {}): Pdf {
  return {
    id: 'req_1',
    state: 'here',
    received: 1_000,
    size: 1_000,
    fetchedAt: NOON,
    version: NOON,
    hash: 'aa'.repeat(32),
    isStale: false,
    error: null,
    printedBefore: null,
    ...own,
  };
}
