import { ok, type Result } from '#contract/result.ts';
import type { LocalDataKind } from '#contract/local-data.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { confirmMissingRecords, deleteCopiesOfReturnedRecords, saveMissingRecords } from './missing.ts';
import { recordAnnouncedAndReturnNewIds } from './announced-notifications.ts';
import {
  recordObservedForms,
  listFormsWithOpenRequests,
  setCompletionReminder,
} from './completion-history.ts';
import {
  exportNames,
  keepNameDespiteContradictions,
  listDirectory,
  previewDirectoryImport,
  saveNames,
} from './directory.ts';
import { dropDraft, getDraft, saveDraft, listDrafts } from './drafts.ts';
import {
  setFavouriteCode,
  clearFollowUp,
  listFollowUps,
  setFollowUp,
  getOfflinePdfPolicy,
  setOfflinePdfPolicy,
} from './preferences.ts';
import {
  findVersionsOfReadDocuments,
  listNameSuggestions,
  storeNamesReadInDocuments,
} from './name-readings.ts';
import { readPackSchedule, writePackSchedule } from './pack-schedule.ts';
import { listLastPrinted, listPrintLog, logPdfAction } from './print-log.ts';
import { removeExpiredMissingRecords, removeExpiredViewedVersions, findUnsentWork } from './retention.ts';
import { storeReviewedResults, recordViewAndGetChanges } from './viewed-versions.ts';
import type {
  ResultAndChangedIdsOrError,
  LocalDataCalls,
  LocalDataChanged,
  TransactionTimeAndRandomHex,
} from './protocol.ts';
import { endDueSnoozes, getSnooze, snoozeNotifications } from './snoozes.ts';
import { listSavedViews, removeSavedView, saveView } from './saved-views.ts';
import { changeUnsavedInput, listScreenStates, setScreenStates } from './screen-states.ts';
import { listTemplates, removeTemplate, saveTemplate } from './templates.ts';

/** Maximum number of ids in an event; an event for more names none. */
const MAX_PUBLISHED = 200;

/** Runs functions that read or change the local store's file. */
export interface LocalStoreTransactions {
  read<T>(work: (db: ReadableDb) => Result<T>): Result<T>;
  /** One transaction, committed to the disk before it returns. */
  change<T>(work: (db: WritableDb, transaction: TransactionTimeAndRandomHex) => Result<T>): Result<T>;
}

/** Returns functions that wrap reads and changes of the file as calls; a change emits an event. */
function callMakers(localFile: LocalStoreTransactions, emit: (stored: LocalDataChanged) => void) {
  const createRead =
    <I, T>(work: (db: ReadableDb, input: I) => T) =>
    (input: I): Result<T> =>
      localFile.read((db) => ok(work(db, input)));
  const createChange =
    <I, T>(
      what: LocalDataKind,
      work: (
        db: WritableDb,
        input: I,
        transaction: TransactionTimeAndRandomHex,
      ) => ResultAndChangedIdsOrError<T>,
    ) =>
    (input: I): Result<T> => {
      const changed = localFile.change((db, transaction) => work(db, input, transaction));
      if (!changed.ok) return changed;
      const { answer, ids } = changed.value;
      if (ids.length > 0) emit({ what, ids: ids.length > MAX_PUBLISHED ? [] : ids });
      return ok(answer);
    };
  return { createRead, createChange };
}

/** Returns the calls for what the user has typed or set up: drafts, saved views, templates, the states of screens. */
function createPageCalls({ createRead, createChange }: ReturnType<typeof callMakers>) {
  return {
    'drafts.save': createChange('drafts', saveDraft),
    'drafts.get': createRead(getDraft),
    'drafts.list': createRead(listDrafts),
    'drafts.drop': createChange('drafts', dropDraft),
    'views.list': createRead(listSavedViews),
    'views.save': createChange('views', saveView),
    'views.remove': createChange('views', removeSavedView),
    'templates.list': createRead(listTemplates),
    'templates.save': createChange('templates', saveTemplate),
    'templates.remove': createChange('templates', removeTemplate),
    'screenStates.list': createRead(listScreenStates),
    'screenStates.set': createChange('views', setScreenStates),
    'unsavedInput.save': createChange('views', changeUnsavedInput),
  };
}

/**
 * Returns the local store's calls outside the outbox. `emit` is called after every commit that changed
 * something.
 */
export function createLocalDataCalls(
  localFile: LocalStoreTransactions,
  emit: (stored: LocalDataChanged) => void,
): {
  readonly [N in keyof LocalDataCalls]: (
    input: LocalDataCalls[N]['input'],
  ) => Result<LocalDataCalls[N]['output']>;
} {
  const makers = callMakers(localFile, emit);
  const { createRead, createChange } = makers;
  return {
    ...createPageCalls(makers),
    'directory.list': createRead(listDirectory),
    'directory.keep': createChange('directory', keepNameDespiteContradictions),
    'directory.readTable': createRead(previewDirectoryImport),
    'directory.suggestions': createRead(listNameSuggestions),
    saveNames: createChange('directory', saveNames),
    exportNames: createRead(exportNames),
    storeNamesReadInDocuments: createChange('directory', storeNamesReadInDocuments),
    findVersionsOfReadDocuments: createRead(findVersionsOfReadDocuments),
    'followUps.set': createChange('followUps', setFollowUp),
    'followUps.clear': createChange('followUps', clearFollowUp),
    'followUps.list': createRead(listFollowUps),
    listPrintLog: createRead(listPrintLog),
    'favourites.set': createChange('favourites', setFavouriteCode),
    markViewed: createChange('looks', recordViewAndGetChanges),
    logPdfAction: createChange('ledger', logPdfAction),
    listLastPrinted: createRead(listLastPrinted),
    getOfflinePolicy: createRead(getOfflinePdfPolicy),
    recordObservedForms: createChange('completions', recordObservedForms),
    listFormsWithOpenRequests: createRead(listFormsWithOpenRequests),
    storeReviewedResults: createChange('looks', storeReviewedResults),
    saveMissing: createChange('missing', saveMissingRecords),
    confirmMissing: createChange('missing', confirmMissingRecords),
    forgetMissing: createChange('missing', deleteCopiesOfReturnedRecords),
    findUnsentWork: createRead(findUnsentWork),
    removeExpiredViewedVersions: createChange('looks', removeExpiredViewedVersions),
    removeExpiredMissingRecords: createChange('missing', removeExpiredMissingRecords),
    'completions.remind': createChange('formReminders', setCompletionReminder),
    'inbox.snooze': createChange('snoozes', snoozeNotifications),
    'inbox.getSnooze': createRead(getSnooze),
    endSnoozes: createChange('snoozes', endDueSnoozes),
    recordAnnounced: (input) => localFile.change((db) => ok(recordAnnouncedAndReturnNewIds(db, input))),
    setOfflinePolicy: (rule) => localFile.change((db) => ok(setOfflinePdfPolicy(db, rule))),
    readPackSchedule: createRead(readPackSchedule),
    writePackSchedule: (schedule) => localFile.change((db) => ok(writePackSchedule(db, schedule))),
  };
}
