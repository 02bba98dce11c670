import type { StoreApi } from 'zustand/vanilla';
import type { RecordOfWindow } from '#contract/record-windows.ts';
import type { Kind } from '#contract/records.ts';
import type { ComputerPolicyAndCheckStore } from './program/computer.ts';
import type { DayStore } from './day/day.ts';
import type { DirectoryStore } from './names/directory.ts';
import type { NameSuggestionsStore } from './names/name-suggestions.ts';
import type { FollowUpsStore } from './follow-ups.ts';
import type { RevisionCounter } from './revision-counter.ts';
import type { FormActionsStore } from './forms/form-actions.ts';
import type { FormListAndRecordStore, FormListStore } from './forms/list.ts';
import type { FormEditorStore } from './forms/draft.ts';
import type { CompletionRequestsStore } from './forms/completion-requests.ts';
import type { DraftsStore } from './editor/draft-list.ts';
import type { HealthStore } from './sync/health.ts';
import type { InboxStore } from './inbox/inbox.ts';
import type { InboxListAndRecordStore } from './inbox/inbox-source.ts';
import type { ChartsStore } from './home/charts.ts';
import type { HandoverStore } from './home/handover.ts';
import type { HistoryStore } from './navigation/history.ts';
import type { WelcomeAndTourStore } from './welcome-and-tour.ts';
import type { TodayAppointmentTimesStore } from './day/today-appointment-times.ts';
import type { HomeQueuesStore } from './home/home.ts';
import type { MissingRecordsStore } from './sync/missing.ts';
import type { FailedActionStore } from './failed-action.ts';
import type { OutboxStore } from './sync/outbox.ts';
import type { AccessLogFiltersStore } from './access-log-filters.ts';
import type { RecentsStore } from './navigation/recents.ts';
import type { ScreenStatesStore } from './screen-states.ts';
import type { RecordPdfStore } from './pdfs/pdf.ts';
import type { PreferencesStore } from './program/preferences.ts';
import type { RequisitionEditorStore } from './requisitions/draft.ts';
import type { SessionStore } from './sync/session.ts';
import type { UnreadCountStore } from './list/unread-count.ts';
import type { ToastsStore } from './toasts/toasts.ts';
import type { UndoableActions } from './undoable-actions.ts';
import type { UnsavedInputStore } from './editor/unsaved-input.ts';
import type { AppUpdatesStore } from './program/updates.ts';
import type { NavigationStore, ShowInMainWindow } from './navigation/view.ts';
import type { PendingChangeEditsStore } from './editor/pending-change-edits.ts';
import type { WorklistStore, WorklistListAndRecordStore } from './requisitions/list.ts';

export interface ListAndRecordStoresByKind {
  readonly requisition: WorklistListAndRecordStore;
  readonly form: FormListAndRecordStore;
  readonly notification: InboxListAndRecordStore;
}

/** The stores of the page to which events are forwarded. */
export interface StoresReceivingEvents {
  readonly session: SessionStore;
  readonly health: HealthStore;
  readonly totals: UnreadCountStore;
  /** When the appointments of today take place, for the navigation. */
  readonly todayAppointmentTimes: TodayAppointmentTimesStore;
  readonly outbox: OutboxStore;
  readonly failedAction: FailedActionStore;
  readonly home: HomeQueuesStore;
  readonly charts: ChartsStore;
  readonly handover: HandoverStore;
  readonly missing: MissingRecordsStore;
  readonly unsavedInput: UnsavedInputStore;
  readonly pendingChangeEdits: PendingChangeEditsStore;
  readonly preferences: PreferencesStore;
  readonly computer: ComputerPolicyAndCheckStore;
  readonly view: NavigationStore;
  readonly browsers: ListAndRecordStoresByKind;
  readonly worklist: WorklistStore;
  readonly formList: FormListStore;
  readonly completions: CompletionRequestsStore;
  readonly inbox: InboxStore;
  readonly day: DayStore;
  readonly editor: RequisitionEditorStore;
  readonly formEditor: FormEditorStore;
  readonly formActions: FormActionsStore;
  readonly drafts: DraftsStore;
  readonly pdf: RecordPdfStore;
  readonly directory: DirectoryStore;
  readonly nameSuggestions: NameSuggestionsStore;
  readonly followUps: FollowUpsStore;
  readonly related: RevisionCounter;
  /** Increments when notifications were snoozed or are shown again. */
  readonly snoozes: StoreApi<number>;
  readonly accessFilters: AccessLogFiltersStore;
  readonly toasts: ToastsStore;
  readonly undoable: UndoableActions;
  readonly updates: AppUpdatesStore;
  readonly recents: RecentsStore;
  readonly history: HistoryStore;
  readonly welcomeAndTour: WelcomeAndTourStore;
  readonly screenStates: ScreenStatesStore;
  /** The record that this window shows instead of the screens; null in the main window. */
  readonly recordWindow: RecordOfWindow | null;
  /** Shows a record in a window of its own. */
  readonly openRecordWindow: (kind: Kind, id: string) => void;
  /** Shows a place in the main window, which comes to the front. */
  readonly showInMainWindow: ShowInMainWindow;
}
