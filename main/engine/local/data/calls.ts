import { ok, type Result } from '#contract/result.ts';
import type { LocalDataName } from '#contract/local-data.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { confirmMissing, forgetMissing, saveMissing } from './missing.ts';
import { announce } from './announced.ts';
import { noteForms, notedForms, remind } from './completion-history.ts';
import { exportDirectory, importDirectory, listDirectory, setName } from './directory.ts';
import { dropDraft, getDraft, saveDraft, listDrafts } from './drafts.ts';
import {
  setFavourite,
  clearFollowUp,
  listFollowUps,
  setFollowUp,
  getOfflinePolicy,
  setOfflinePolicy,
} from './preferences.ts';
import { lastPrinted, listPrintLog, notePrinted } from './print-log.ts';
import { noteViewed } from './viewed-versions.ts';
import type { Changing, LocalDataCalls, LocalDataChanged, OperationContext } from './protocol.ts';
import { listViews, removeView, saveView } from './saved-views.ts';

/** Maximum number of ids in an event; an event for more names none. */
const MAX_PUBLISHED = 200;

/** Access to the file of the local store. */
export interface Keeper {
  read<T>(work: (db: ReadableDb) => Result<T>): Result<T>;
  /** One transaction, committed to the disk before it returns. */
  change<T>(work: (db: WritableDb, operationContext: OperationContext) => Result<T>): Result<T>;
}

/** Returns functions that wrap reads and changes of the file as calls; a change emits an event. */
function callMakers(keeper: Keeper, emit: (stored: LocalDataChanged) => void) {
  const reading =
    <I, T>(work: (db: ReadableDb, input: I) => T) =>
    (input: I): Result<T> =>
      keeper.read((db) => ok(work(db, input)));
  const changing =
    <I, T>(
      what: LocalDataName,
      work: (db: WritableDb, input: I, operationContext: OperationContext) => Changing<T>,
    ) =>
    (input: I): Result<T> => {
      const changed = keeper.change((db, operationContext) => work(db, input, operationContext));
      if (!changed.ok) return changed;
      const { answer, ids } = changed.value;
      if (ids.length > 0) emit({ what, ids: ids.length > MAX_PUBLISHED ? [] : ids });
      return ok(answer);
    };
  return { reading, changing };
}

/**
 * Returns the local store's calls outside the outbox. `emit` is called after every commit that changed
 * something.
 */
export function createLocalDataCalls(
  keeper: Keeper,
  emit: (stored: LocalDataChanged) => void,
): {
  readonly [N in keyof LocalDataCalls]: (
    input: LocalDataCalls[N]['input'],
  ) => Result<LocalDataCalls[N]['output']>;
} {
  const { reading, changing } = callMakers(keeper, emit);
  return {
    'directory.list': reading(listDirectory),
    'directory.set': changing('directory', setName),
    'directory.import': changing('directory', importDirectory),
    'directory.export': reading(exportDirectory),
    'drafts.save': changing('drafts', saveDraft),
    'drafts.get': reading(getDraft),
    'drafts.list': reading(listDrafts),
    'drafts.drop': changing('drafts', dropDraft),
    'followUps.set': changing('followUps', setFollowUp),
    'followUps.clear': changing('followUps', clearFollowUp),
    'followUps.list': reading(listFollowUps),
    'views.list': reading(listViews),
    'views.save': changing('views', saveView),
    'views.remove': changing('views', removeView),
    'pdfs.printLog': reading(listPrintLog),
    'favourites.set': changing('favourites', setFavourite),
    look: changing('looks', noteViewed),
    note: changing('ledger', notePrinted),
    printed: reading(lastPrinted),
    offlinePolicy: reading(getOfflinePolicy),
    noteForms: changing('completions', noteForms),
    notedForms: reading(notedForms),
    saveMissing: changing('missing', saveMissing),
    confirmMissing: changing('missing', confirmMissing),
    forgetMissing: changing('missing', forgetMissing),
    'completions.remind': changing('formReminders', remind),
    announce: (input) => keeper.change((db) => ok(announce(db, input))),
    setOfflinePolicy: (rule) => keeper.change((db) => ok(setOfflinePolicy(db, rule))),
  };
}
