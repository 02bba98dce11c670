import { ok, type Result } from '#contract/result.ts';
import type { LocalDataKind } from '#contract/local-data.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { confirmMissingRecords, forgetMissingRecords, saveMissingRecords } from './missing.ts';
import { recordAnnouncedNotifications } from './announced.ts';
import {
  recordObservedForms,
  listFormsWithOpenRequests,
  setCompletionReminder,
} from './completion-history.ts';
import { exportNames, keepName, listDirectory, readDirectoryTable, saveNames } from './directory.ts';
import { dropDraft, getDraft, saveDraft, listDrafts } from './drafts.ts';
import {
  setFavourite,
  clearFollowUp,
  listFollowUps,
  setFollowUp,
  getOfflinePdfPolicy,
  setOfflinePdfPolicy,
} from './preferences.ts';
import { findReadDocuments, listNameSuggestions, storeReadDocuments } from './name-readings.ts';
import { listLastPrinted, listPrintLog, logPdfAction } from './print-log.ts';
import { expireMissingRecords, expireViewedVersions, findUnsentWork } from './retention.ts';
import { storeReviewedResults } from './reviewed-versions.ts';
import { recordViewAndGetChanges } from './viewed-versions.ts';
import type { ChangeOrError, LocalDataCalls, LocalDataChanged, ChangeSeed } from './protocol.ts';
import { listSavedViews, removeView, saveView } from './saved-views.ts';

/** Maximum number of ids in an event; an event for more names none. */
const MAX_PUBLISHED = 200;

/** Access to the file of the local store. */
export interface LocalFileAccess {
  read<T>(work: (db: ReadableDb) => Result<T>): Result<T>;
  /** One transaction, committed to the disk before it returns. */
  change<T>(work: (db: WritableDb, operationContext: ChangeSeed) => Result<T>): Result<T>;
}

/** Returns functions that wrap reads and changes of the file as calls; a change emits an event. */
function callMakers(localFile: LocalFileAccess, emit: (stored: LocalDataChanged) => void) {
  const createRead =
    <I, T>(work: (db: ReadableDb, input: I) => T) =>
    (input: I): Result<T> =>
      localFile.read((db) => ok(work(db, input)));
  const createChange =
    <I, T>(
      what: LocalDataKind,
      work: (db: WritableDb, input: I, operationContext: ChangeSeed) => ChangeOrError<T>,
    ) =>
    (input: I): Result<T> => {
      const changed = localFile.change((db, operationContext) => work(db, input, operationContext));
      if (!changed.ok) return changed;
      const { answer, ids } = changed.value;
      if (ids.length > 0) emit({ what, ids: ids.length > MAX_PUBLISHED ? [] : ids });
      return ok(answer);
    };
  return { reading: createRead, changing: createChange };
}

/**
 * Returns the local store's calls outside the outbox. `emit` is called after every commit that changed
 * something.
 */
export function createLocalDataCalls(
  localFile: LocalFileAccess,
  emit: (stored: LocalDataChanged) => void,
): {
  readonly [N in keyof LocalDataCalls]: (
    input: LocalDataCalls[N]['input'],
  ) => Result<LocalDataCalls[N]['output']>;
} {
  const { reading: createRead, changing: createChange } = callMakers(localFile, emit);
  return {
    'directory.list': createRead(listDirectory),
    'directory.keep': createChange('directory', keepName),
    'directory.readTable': createRead(readDirectoryTable),
    'directory.suggestions': createRead(listNameSuggestions),
    saveNames: createChange('directory', saveNames),
    exportNames: createRead(exportNames),
    storeReadDocuments: createChange('directory', storeReadDocuments),
    findReadDocuments: createRead(findReadDocuments),
    'drafts.save': createChange('drafts', saveDraft),
    'drafts.get': createRead(getDraft),
    'drafts.list': createRead(listDrafts),
    'drafts.drop': createChange('drafts', dropDraft),
    'followUps.set': createChange('followUps', setFollowUp),
    'followUps.clear': createChange('followUps', clearFollowUp),
    'followUps.list': createRead(listFollowUps),
    'views.list': createRead(listSavedViews),
    'views.save': createChange('views', saveView),
    'views.remove': createChange('views', removeView),
    'pdfs.printLog': createRead(listPrintLog),
    'favourites.set': createChange('favourites', setFavourite),
    markViewed: createChange('looks', recordViewAndGetChanges),
    logPdfAction: createChange('ledger', logPdfAction),
    listLastPrinted: createRead(listLastPrinted),
    getOfflinePolicy: createRead(getOfflinePdfPolicy),
    recordObservedForms: createChange('completions', recordObservedForms),
    listFormsWithOpenRequests: createRead(listFormsWithOpenRequests),
    storeReviewedResults: createChange('looks', storeReviewedResults),
    saveMissing: createChange('missing', saveMissingRecords),
    confirmMissing: createChange('missing', confirmMissingRecords),
    forgetMissing: createChange('missing', forgetMissingRecords),
    findUnsentWork: createRead(findUnsentWork),
    expireViewedVersions: createChange('looks', expireViewedVersions),
    expireMissingRecords: createChange('missing', expireMissingRecords),
    'completions.remind': createChange('formReminders', setCompletionReminder),
    recordAnnounced: (input) => localFile.change((db) => ok(recordAnnouncedNotifications(db, input))),
    setOfflinePolicy: (rule) => localFile.change((db) => ok(setOfflinePdfPolicy(db, rule))),
  };
}
