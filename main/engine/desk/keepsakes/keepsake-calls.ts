import { ok, type Result } from '#contract/result.ts';
import type { Keepsake } from '#contract/keepsakes.ts';
import type { ReadableDb, WritableDb } from '#main/engine/store/db.ts';
import { confirmMissing, forgetMissing, keepMissing } from '../missing-store.ts';
import { announce } from './announced.ts';
import { noteForms, notedForms, remind } from './completions.ts';
import { exportDirectory, importDirectory, listDirectory, setName } from './directory.ts';
import { dropDraft, getDraft, keepDraft, listDrafts } from './drafts.ts';
import { setFavourite } from './favourites.ts';
import { clearFollowUp, listFollowUps, setFollowUp } from './follow-ups.ts';
import { lastPrinted, listLedger, notePaper } from './ledger.ts';
import { look } from './looks.ts';
import { paperRule, setPaperRule } from './paper-rule.ts';
import type { Changing, KeepsakeCalls, Kept, Moment } from './protocol.ts';
import { listViews, removeView, saveView } from './views.ts';

/** With more ids than this an event names none. */
const MOST_TOLD = 200;

/** What keeps it: the owner of the desk file. */
export interface Keeper {
  read<T>(work: (db: ReadableDb) => Result<T>): Result<T>;
  /** One transaction; on the disk when it answers. */
  change<T>(work: (db: WritableDb, moment: Moment) => Result<T>): Result<T>;
}

/** Makes calls of functions over the file: those that only read, and those that change it and tell of that. */
function callMakers(keeper: Keeper, tell: (kept: Kept) => void) {
  const reading =
    <I, T>(work: (db: ReadableDb, input: I) => T) =>
    (input: I): Result<T> =>
      keeper.read((db) => ok(work(db, input)));
  const changing =
    <I, T>(what: Keepsake, work: (db: WritableDb, input: I, moment: Moment) => Changing<T>) =>
    (input: I): Result<T> => {
      const changed = keeper.change((db, moment) => work(db, input, moment));
      if (!changed.ok) return changed;
      const { answer, ids } = changed.value;
      if (ids.length > 0) tell({ what, ids: ids.length > MOST_TOLD ? [] : ids });
      return ok(answer);
    };
  return { reading, changing };
}

/** What the desk's thread answers besides the outbox. `tell` hears of every commit that changed something. */
export function keepsakeCalls(
  keeper: Keeper,
  tell: (kept: Kept) => void,
): {
  readonly [N in keyof KeepsakeCalls]: (
    input: KeepsakeCalls[N]['input'],
  ) => Result<KeepsakeCalls[N]['output']>;
} {
  const { reading, changing } = callMakers(keeper, tell);
  return {
    'directory.list': reading(listDirectory),
    'directory.set': changing('directory', setName),
    'directory.import': changing('directory', importDirectory),
    'directory.export': reading(exportDirectory),
    'drafts.keep': changing('drafts', keepDraft),
    'drafts.get': reading(getDraft),
    'drafts.list': reading(listDrafts),
    'drafts.drop': changing('drafts', dropDraft),
    'followUps.set': changing('followUps', setFollowUp),
    'followUps.clear': changing('followUps', clearFollowUp),
    'followUps.list': reading(listFollowUps),
    'views.list': reading(listViews),
    'views.save': changing('views', saveView),
    'views.remove': changing('views', removeView),
    'papers.ledger': reading(listLedger),
    'favourites.set': changing('favourites', setFavourite),
    look: changing('looks', look),
    note: changing('ledger', notePaper),
    printed: reading(lastPrinted),
    paperRule: reading(paperRule),
    noteForms: changing('completions', noteForms),
    notedForms: reading(notedForms),
    keepMissing: changing('missing', keepMissing),
    confirmMissing: changing('missing', confirmMissing),
    forgetMissing: changing('missing', forgetMissing),
    'completions.remind': changing('formReminders', remind),
    announce: (input) => keeper.change((db) => ok(announce(db, input))),
    setPaperRule: (rule) => keeper.change((db) => ok(setPaperRule(db, rule))),
  };
}
