import type { InternalProcedureName } from '#contract/internal-procedures.ts';
import type { ProcedureName } from '#contract/procedures.ts';

/** Why a call leaves no entry in the access log. */
type ReasonForNoEntry =
  /** Neither its input nor its answer says anything about a patient. */
  | 'no-patient-data'
  /** It answers with counts, with ids alone, or with the state of files. */
  | 'counts-and-ids'
  /** It answers with rows of many records, which the page reads again by itself. Opening one of them, searching for a patient and exporting have entries; a command that prints the rows records an export. */
  | 'list-read-in-background'
  /** It answers with the names that every screen shows in place of ids. The page reads all of them when it starts, and again after each change; a command that prints them records an export. */
  | 'names-shown-for-ids'
  /** It takes or answers with what the user has entered to use later, such as a search, a template or a reminder. The page reads that by itself. */
  | 'entered-for-later'
  /** It answers with entries of the log. Exporting them has an entry. */
  | 'entries-themselves'
  /** The main process records it with its outcome, which the engine does not see, or with the account that it is about. */
  | 'recorded-by-main'
  /** The main process serves it by calls of the engine, which have entries of their own. */
  | 'makes-recorded-calls'
  /** It takes what the page was given before, by calls that have entries. */
  | 'of-recorded-data'
  /** The main process or the command calls it by itself, and shows no record that it answers with. */
  | 'within-program';

/** The calls that the access log does not record, each with the reason. All others are recorded calls. */
export const UNRECORDED_CALLS = {
  'app.info': 'no-patient-data',
  'app.copyText': 'of-recorded-data',
  'app.reportFault': 'no-patient-data',
  'app.print': 'recorded-by-main',
  'app.licences': 'no-patient-data',
  'support.prepare': 'no-patient-data',
  'policy.get': 'no-patient-data',
  'computer.check': 'no-patient-data',
  'settings.get': 'no-patient-data',
  'settings.set': 'no-patient-data',
  'updates.get': 'no-patient-data',
  'updates.check': 'no-patient-data',
  'updates.install': 'no-patient-data',
  'accounts.list': 'no-patient-data',
  'accounts.signIn': 'recorded-by-main',
  'accounts.renewTokens': 'recorded-by-main',
  'accounts.confirmUser': 'recorded-by-main',
  'accounts.openDemo': 'makes-recorded-calls',
  'accounts.switch': 'makes-recorded-calls',
  'accounts.reopen': 'makes-recorded-calls',
  'accounts.moveAway': 'makes-recorded-calls',
  'accounts.setLabel': 'no-patient-data',
  // Opening the account for it has an entry.
  'accounts.listContents': 'makes-recorded-calls',
  'accounts.remove': 'recorded-by-main',
  'accounts.getReceipts': 'recorded-by-main',
  'accounts.dismissReceipts': 'no-patient-data',
  'accounts.cancelKeychain': 'no-patient-data',
  'accounts.export': 'makes-recorded-calls',
  'accounts.exportAll': 'makes-recorded-calls',
  'accounts.import': 'makes-recorded-calls',
  'lock.state': 'no-patient-data',
  'lock.now': 'recorded-by-main',
  'lock.pageCovered': 'no-patient-data',
  'lock.inputSaved': 'no-patient-data',
  'lock.stay': 'no-patient-data',
  'lock.unlock': 'recorded-by-main',
  'lock.recover': 'recorded-by-main',
  'lock.leave': 'no-patient-data',
  'lock.setPin': 'no-patient-data',
  'lock.removePin': 'no-patient-data',
  'lock.renewRecoveryCode': 'no-patient-data',
  // The window that shows a record reads it by calls that have entries.
  'windows.openRecord': 'counts-and-ids',
  'windows.getRecord': 'counts-and-ids',
  'windows.noteId': 'counts-and-ids',
  'windows.showInMain': 'counts-and-ids',
  'windows.close': 'no-patient-data',
  'links.openVideoCall': 'of-recorded-data',
  'files.savePicture': 'of-recorded-data',
  'files.saveText': 'of-recorded-data',
  'sync.health': 'no-patient-data',
  'sync.run': 'no-patient-data',
  'outbox.dismissLoss': 'no-patient-data',
  'sync.cancel': 'no-patient-data',
  'records.refresh': 'counts-and-ids',
  'worklist.counts': 'counts-and-ids',
  'worklist.ids': 'counts-and-ids',
  'reviews.due': 'list-read-in-background',
  'suggestions.list': 'no-patient-data',
  'home.counts': 'counts-and-ids',
  'home.durations': 'no-patient-data',
  'forms.counts': 'counts-and-ids',
  'completions.counts': 'counts-and-ids',
  'inbox.counts': 'counts-and-ids',
  'inbox.unread': 'counts-and-ids',
  'inbox.ids': 'counts-and-ids',
  'inbox.threadIds': 'counts-and-ids',
  'inbox.about': 'counts-and-ids',
  'inbox.snooze': 'entered-for-later',
  'inbox.getSnooze': 'counts-and-ids',
  'day.beginning': 'list-read-in-background',
  'day.get': 'list-read-in-background',
  'day.sheet': 'list-read-in-background',
  'day.sheetPart': 'list-read-in-background',
  'day.times': 'no-patient-data',
  'missing.list': 'list-read-in-background',
  'quarantine.list': 'list-read-in-background',
  // A change that is sent again is one that has an entry since it was saved.
  'outbox.retry': 'counts-and-ids',
  'outbox.closed': 'list-read-in-background',
  'drafts.save': 'entered-for-later',
  'drafts.drop': 'entered-for-later',
  'drafts.list': 'list-read-in-background',
  'followUps.set': 'entered-for-later',
  'followUps.clear': 'entered-for-later',
  'followUps.list': 'entered-for-later',
  'views.list': 'entered-for-later',
  'views.save': 'entered-for-later',
  'views.remove': 'entered-for-later',
  'templates.list': 'entered-for-later',
  'templates.save': 'entered-for-later',
  'templates.remove': 'entered-for-later',
  // What is typed and not saved yet comes back with the states after a lock.
  'screenStates.list': 'entered-for-later',
  'screenStates.set': 'entered-for-later',
  'unsavedInput.save': 'entered-for-later',
  'favourites.set': 'entered-for-later',
  'directory.list': 'names-shown-for-ids',
  'directory.unnamed': 'counts-and-ids',
  'directory.suggestions': 'names-shown-for-ids',
  'directory.readTable': 'names-shown-for-ids',
  'directory.readDocuments': 'counts-and-ids',
  'pdfs.get': 'counts-and-ids',
  'pdfs.getMany': 'counts-and-ids',
  'pdfs.fetch': 'counts-and-ids',
  'pdfs.cancel': 'counts-and-ids',
  'pdfs.remove': 'counts-and-ids',
  'pdfs.usage': 'counts-and-ids',
  'pdfs.setOfflinePolicy': 'counts-and-ids',
  // Printing the page that holds them has an entry with the same records.
  'pdfs.notePrinted': 'recorded-by-main',
  'pdfs.open': 'makes-recorded-calls',
  'pdfs.drag': 'makes-recorded-calls',
  'pdfs.saveCopy': 'makes-recorded-calls',
  'pdfs.saveCopies': 'makes-recorded-calls',
  'pack.save': 'makes-recorded-calls',
  'packSchedule.get': 'no-patient-data',
  'packSchedule.set': 'no-patient-data',
  'packSchedule.chooseFolder': 'no-patient-data',
  'packSchedule.make': 'makes-recorded-calls',
  'packSchedule.read': 'within-program',
  'packSchedule.write': 'within-program',
  'accessLog.list': 'entries-themselves',
  'accessLog.state': 'no-patient-data',
  'accessLog.verify': 'no-patient-data',
  'accessLog.open': 'within-program',
  'accessLog.note': 'within-program',
  'accessLog.keepReceipts': 'within-program',
  'accessLog.close': 'within-program',
  'engine.close': 'within-program',
  'engine.sendPending': 'within-program',
  'engine.endRun': 'within-program',
  // The receipt of the removal is an entry.
  'engine.removeFiles': 'within-program',
  'engine.setTokens': 'within-program',
  'engine.probe': 'within-program',
  'engine.setProxy': 'within-program',
  'engine.readServiceClock': 'within-program',
  'engine.attention': 'within-program',
  'engine.applyRetention': 'within-program',
  // Names that an administrator has fixed in the policy.
  'directory.preset': 'within-program',
} as const satisfies { readonly [N in ProcedureName | InternalProcedureName]?: ReasonForNoEntry };

/** A call that the access log records. */
export type RecordedCallName = Exclude<ProcedureName | InternalProcedureName, keyof typeof UNRECORDED_CALLS>;
