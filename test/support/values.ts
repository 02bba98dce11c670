import type { Account, AccountsState } from '#contract/accounts.ts';
import type { CompletionRequestRow } from '#contract/completion-requests.ts';
import type { Form } from '#contract/forms.ts';
import type { LockState } from '#contract/lock.ts';
import { ZERO_MISSING_RECORD_COUNTS } from '#contract/missing-records.ts';
import type { Notification } from '#contract/notifications.ts';
import { EMPTY_OUTBOX_COUNTS, type PendingChange } from '#contract/outbox.ts';
import type { PdfState } from '#contract/pdfs.ts';
import type { RemovalReceipt } from '#contract/removal.ts';
import type { Requisition, WorklistRow } from '#contract/requisitions.ts';
import type { Health, KindHealth } from '#contract/sync-health.ts';
import { parseForm } from '#main/engine/api/parse/form.ts';
import { parseNotification } from '#main/engine/api/parse/notification.ts';
import { parseRequisition } from '#main/engine/api/parse/requisition.ts';
import type { ParsedResource } from '#main/engine/api/parse/resource.ts';
import { NOON, publishedForm, rawVisit, sentOrder, visitNotification } from './builders.ts';
import type { Appointment } from '#contract/appointments.ts';
import type { DaySheetEntry, DayAttendeeRecords } from '#contract/day.ts';
import { toEpochMs } from '#contract/time.ts';
import { parseAppointment } from '#main/engine/api/parse/appointment.ts';

/** Values of the contract, as the engine returns them; each accepts overrides. */

function recordOf<Rec>(reading: ParsedResource<Rec>): Rec {
  if (!reading.ok) throw new Error(`the resource is not readable: ${reading.reason}`);
  return reading.record;
}

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
    openReviews: [],
    isChanged: false,
    isViewed: false,
    followUp: null,
    hit: null,
    ...own,
  };
}

/** A requisition with default values. */
export function aRequisition(own: Partial<Requisition> = {}): Requisition {
  return { ...recordOf(parseRequisition(sentOrder())), ...own };
}

/** A completion request, open since noon. */
export function aRequest(own: Partial<CompletionRequestRow> = {}): CompletionRequestRow {
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
  return { ...recordOf(parseForm(publishedForm({ latest_version: 'fver_2' }))), ...own };
}

/** A notification about an appointment, without that appointment. */
export function aNotification(own: Partial<Notification> = {}): Notification {
  return { ...recordOf(parseNotification(visitNotification())), appointment: null, propsText: '{}', ...own };
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

/** The state of a PDF that was never downloaded. */
export function aPdfState(own: Partial<PdfState> = {}): PdfState {
  return {
    id: 'req_1',
    state: 'none',
    received: 0,
    size: null,
    fetchedAt: null,
    version: null,
    hash: null,
    isStale: false,
    error: null,
    printedBefore: null,
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
    outbox: EMPTY_OUTBOX_COUNTS,
    localStore: { state: 'fine', carried: 0, lost: 0 },
    cacheSetAside: false,
    cacheExpired: false,
    missing: ZERO_MISSING_RECORD_COUNTS,
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
    isKeychainAsking: false,
    ...own,
  };
}

/** The open account of the user `user_me`. */
export const OWN_ACCOUNT: AccountsState = openDemo({
  accounts: [
    { id: 'demo', kind: 'demo', baseUrl: 'http://127.0.0.1:4010', userId: 'user_me', addedAt: null },
  ],
});

/** An account of a service, as the list of accounts has it. */
export const CLINIC_ACCOUNT: Account = {
  id: 'a1b2c3d4e5f60718',
  kind: 'service',
  baseUrl: 'https://clinic.example.org',
  userId: 'user_nurse01',
  addedAt: null,
};

/** No account: the state before the first sign-in. */
export const SIGNED_OUT: AccountsState = {
  accounts: [],
  current: null,
  session: 'closed',
  secrets: null,
  error: null,
  isKeychainAsking: false,
};

/** What a procedure returns for one record that is cached and has no pending changes. */
export function loaded<Rec extends { readonly id: string }>(record: Rec) {
  return { record, id: record.id, fetchedAt: NOON, pending: null };
}

/** A pending change of a requisition's name. */
export function aWrite(own: Partial<PendingChange> = {}): PendingChange {
  return {
    number: 1,
    version: 'v1',
    operation: 'requisitions.update',
    kind: 'requisition',
    id: 'req_1',
    label: 'Complete blood count',
    patient: 'user_patient0001',
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
    isHeldByDelete: false,
    ...own,
  };
}

/** The appointment of a notification: a visit at noon with a patient and its host, by video call. */
export function anAppointment(own: Partial<Appointment> = {}): Appointment {
  const raw = parseAppointment(rawVisit());
  if (raw === null) throw new Error('the resource is no appointment');
  return {
    ...raw,
    interactionType: 'video_call',
    videoCall: { joinUrl: 'https://meet.example.org/j/1', meetingId: '884 101' },
    ...own,
  };
}

/** An ordinary appointment: half an hour from noon on, in the clinic. */
export function aVisit(own: Partial<Appointment> = {}): Appointment {
  return anAppointment({
    endTime: toEpochMs(NOON + 1_800_000),
    interactionType: 'in_person',
    videoCall: { joinUrl: '', meetingId: '' },
    ...own,
  });
}

/** An attendee without open work. */
export function anAttendee(own: Partial<DayAttendeeRecords> = {}): DayAttendeeRecords {
  return {
    attendee: 'user_abcdefghij12345',
    isHost: false,
    requisitions: [],
    forms: [],
    unread: [],
    isCut: false,
    ...own,
  };
}

/** An appointment of a day sheet. */
export function aDayAppointment(
  visit: Partial<Appointment> = {},
  own: Partial<Omit<DaySheetEntry, 'appointment'>> = {},
): DaySheetEntry {
  return {
    appointment: aVisit(visit),
    notification: `notf_${visit.id ?? '1'}`,
    toldAt: NOON,
    disputed: [],
    attendees: [anAttendee()],
    hasMoreAttendees: false,
    ...own,
  };
}

/** The receipt of a removed account, with these values. */
export function createReceipt(change: Partial<RemovalReceipt> = {}): RemovalReceipt {
  return {
    what: 'remove',
    account: '0123456789abcdef',
    baseUrl: 'https://clinic.example',
    userId: 'user_abcdefghij12345',
    since: '2026-02-03T09:00:00.000Z',
    discarded: [4],
    files: ['accounts/0123456789abcdef/local.db', 'accounts/0123456789abcdef'],
    at: '2026-02-03T09:00:01.000Z',
    keychain: 'gone',
    foreign: 0,
    ...change,
  };
}

/** The lock of a window that was idle, over the demo clinic with a PIN, with these values. */
export function createLockedState(own: Partial<LockState> = {}): LockState {
  return {
    state: 'locked',
    reason: 'idle',
    account: 'demo',
    hasPin: true,
    canHavePin: true,
    needsPin: false,
    hasRecoveryCode: true,
    hasAdministratorKey: false,
    unsent: 0,
    mayLackInput: false,
    triesLeft: 10,
    waitMs: 0,
    ...own,
  };
}
