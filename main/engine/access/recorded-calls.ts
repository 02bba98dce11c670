import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { AccessKind } from '#contract/access-log.ts';
import type {
  InternalProcedureName,
  InternalProcedureOutput,
  internalProcedures,
} from '#contract/internal-procedures.ts';
import type { ProcedureName } from '#contract/procedures.ts';
import { isId } from '#contract/records.ts';
import type { FormSearchTerm } from '#contract/forms.ts';
import type { InboxSearchTerm } from '#contract/notifications.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import type { ChangeToSave } from '#contract/changes.ts';
import type { Draft } from '#contract/local-data.ts';
import type { z } from 'zod';
import type { RecordedCallName } from './unrecorded-calls.ts';

/** An access that a call means, as far as its input and result tell; without account and time. */
export interface AccessMeantByCall {
  readonly what: AccessKind;
  /**
   * Ids of the accessed records, each with its own entry. Empty where none is named, or there are
   * too many.
   */
  readonly records?: readonly string[];
  readonly patient?: string | null;
  /** Its outcome, where the accesses of a call have different ones. Default: that of the call. */
  readonly outcome?: string;
  /**
   * A page reads again whatever it shows; only the first reading counts, and reading the user's own change right after it
   * was saved does not. Default: every call counts.
   */
  readonly repeats?: 'opening' | 'search' | 'own-change';
  /** The text of a search, by which its continuation is told. It is kept in memory only, never in the log. */
  readonly searchText?: string;
  /** Account and user of the access, where they are not those of the open account. */
  readonly who?: { readonly account: string | null; readonly user: string | null };
}

type Name = ProcedureName | InternalProcedureName;
type Input<N extends Name> = N extends ProcedureName
  ? ValidatedInput<N>
  : N extends InternalProcedureName
    ? z.output<(typeof internalProcedures)[N]['input']>
    : never;
type Output<N extends Name> = N extends ProcedureName
  ? CallOutput<N>
  : N extends InternalProcedureName
    ? InternalProcedureOutput<N>
    : never;

/** @param answer null where the call failed */
type Find<N extends Name> = (input: Input<N>, answer: Output<N> | null) => readonly AccessMeantByCall[];

/** Maximum number of records of one call that get entries of their own; with more, one entry names no record. */
const MAX_RECORDS = 500;

function orNull(id: string | undefined): string | null {
  return id === undefined || id === '' ? null : id;
}

function view(id: string, patient?: string): readonly AccessMeantByCall[] {
  return [{ what: 'view', records: [id], patient: orNull(patient), repeats: 'opening' }];
}

function viewPatient(id: string): readonly AccessMeantByCall[] {
  return isId('user', id) ? view(id, id) : [];
}

function edit(records: readonly string[], patient?: string): readonly AccessMeantByCall[] {
  return [{ what: 'edit', records, patient: orNull(patient) }];
}

/** @param saved id of the record, where the change was saved */
function toEditAccess({ data }: ChangeToSave, saved?: string): AccessMeantByCall {
  const id = saved ?? ('id' in data ? data.id : '');
  const patient = 'patient' in data ? data.patient : undefined;
  return { what: 'edit', records: id === '' ? [] : [id], patient: orNull(patient) };
}

/** An export comes in pieces, each a call: only the first piece has an entry. */
function exportOnce(after: unknown, records: readonly string[] = []): readonly AccessMeantByCall[] {
  if (after !== undefined) return [];
  return [{ what: 'export', records: records.length > MAX_RECORDS ? [] : records }];
}

function searchPatient(text: string): readonly AccessMeantByCall[] {
  // The search text may be a patient's name, which the log must not hold: only an id is recorded.
  const patient = isId('user', text) ? text : null;
  return [{ what: 'patient-search', patient, repeats: 'search', searchText: text }];
}

/**
 * The fields of each list by which patients are found, by their ids or local names. A free text also finds them by their
 * local names.
 */
const PATIENT_SEARCH_FIELDS: Readonly<Record<'worklist' | 'inbox' | 'forms', ReadonlySet<string>>> = {
  worklist: new Set<WorklistSearchTerm['field']>(['text', 'patient']),
  inbox: new Set<InboxSearchTerm['field']>(['text', 'to', 'by']),
  forms: new Set<FormSearchTerm['field']>(['text', 'for', 'asked']),
};

/** @param after the cursor of a further page, which is the same search */
function searchList(
  list: keyof typeof PATIENT_SEARCH_FIELDS,
  terms: readonly { readonly field: string; readonly value?: unknown }[],
  after: unknown,
): readonly AccessMeantByCall[] {
  if (after !== undefined) return [];
  return terms.flatMap(({ field, value }) =>
    PATIENT_SEARCH_FIELDS[list].has(field) && typeof value === 'string' ? searchPatient(value) : [],
  );
}

function replaceFiles({ account }: { readonly account: string }): readonly AccessMeantByCall[] {
  return [{ what: 'files-replaced', who: { account, user: null } }];
}

/** @param of the record whose pending changes are read; without it they are a list */
function viewPendingChanges(
  of: { readonly id: string } | undefined,
  items: readonly { readonly patient: string | null }[],
): readonly AccessMeantByCall[] {
  const [first] = items;
  if (of === undefined || first === undefined) return [];
  return [{ what: 'view', records: [of.id], patient: orNull(first.patient ?? ''), repeats: 'own-change' }];
}

function viewDraft(draft: Draft | null | undefined): readonly AccessMeantByCall[] {
  if (draft === null || draft === undefined) return [];
  const patient = draft.fields['patient'];
  const known = isId('user', patient) ? patient : '';
  if (draft.target !== null) return view(draft.target, known);
  return known === '' ? [] : viewPatient(known);
}

/**
 * The calls that the access log records, and what each accesses. The compiler refuses a procedure that is neither here
 * nor, with a reason, among the unrecorded ones.
 */
const RECORDED_CALLS: { readonly [N in RecordedCallName]: Find<N> } = {
  'requisitions.get': ({ id }, answer) => view(answer?.id ?? id, answer?.record.patient),
  'forms.get': ({ id }, answer) => view(answer?.id ?? id),
  'notifications.get': ({ id }, answer) => view(answer?.id ?? id, answer?.record.patient),
  'records.raw': ({ id }) => view(id),
  'missing.get': ({ id }, answer) => view(id, answer?.record.patient),
  'related.get': ({ id }) => viewPatient(id),
  'requisitions.context': ({ patient }) => (patient === null ? [] : viewPatient(patient)),
  'requisitions.similar': ({ patient }) => viewPatient(patient),
  'completions.history': (input) => ('patient' in input ? viewPatient(input.patient) : view(input.form)),
  'forms.unpublishedChanges': ({ id }) => view(id),
  'inbox.thread': ({ id }) => view(id),
  'records.markViewed': ({ id }) => view(id),
  'outbox.list': ({ of }, answer) => viewPendingChanges(of, answer?.items ?? []),
  'drafts.get': (_input, answer) => viewDraft(answer?.draft),
  'worklist.page': ({ terms, after }) => searchList('worklist', terms, after),
  'inbox.page': ({ terms, after }) => searchList('inbox', terms, after),
  'forms.page': ({ terms, after }) => searchList('forms', terms, after),
  'completions.page': ({ filter, after }) => {
    const text = filter.patient ?? filter.search;
    return after === undefined && text !== '' ? searchPatient(text) : [];
  },
  'ids.suggest': ({ family, as, search }) =>
    family === 'user' && as !== 'provider' && search !== '' ? searchPatient(search) : [],
  'records.list': ({ kind, filter }) => [
    ...(kind === 'requisition' && filter.patient !== undefined ? searchPatient(filter.patient) : []),
    { what: 'export' },
  ],
  'records.dump': ({ after }) => exportOnce(after),
  'worklist.export': ({ which, after }) => exportOnce(after, 'ids' in which ? which.ids : []),
  'forms.export': ({ after }) => exportOnce(after),
  'inbox.export': ({ after }) => exportOnce(after),
  'completions.export': ({ after }) => exportOnce(after),
  'day.export': () => [{ what: 'export' }],
  'directory.export': ({ after }) => exportOnce(after),
  'accessLog.export': ({ after }) => (after === undefined ? [{ what: 'log-export' }] : []),
  'pdfs.read': ({ id, offset }) =>
    offset === 0 ? [{ what: 'pdf-open', records: [id], repeats: 'opening' }] : [],
  'pdfs.copyTo': ({ id, purpose }) => [
    { what: purpose === 'opened' ? 'pdf-open' : 'pdf-save', records: [id] },
  ],
  'pack.make': ({ requisitions }) => [{ what: 'downtime-pack', records: requisitions }],
  'outbox.save': (change, answer) => [toEditAccess(change, answer?.id)],
  'outbox.saveMany': ({ changes }, answer) =>
    changes.flatMap((change, index) => {
      // A change that is not valid has no entry, like a call that is not.
      if (change === null) return [];
      const result = answer?.results[index];
      if (result?.ok !== false) return [toEditAccess(change, result?.value.id)];
      return [{ ...toEditAccess(change), outcome: result.error.code }];
    }),
  'outbox.edit': (_input, answer) => edit(answer === null ? [] : [answer.id]),
  'outbox.discard': (_input, answer) => edit(answer === null ? [] : [answer.id]),
  'outbox.restore': (_input, answer) => edit(answer === null ? [] : [answer.id]),
  'outbox.resolve': (_input, answer) => edit(answer === null ? [] : [answer.id]),
  'inbox.markRead': ({ ids }, answer) => (answer?.changed.length === 0 ? [] : edit(answer?.changed ?? ids)),
  'missing.confirm': ({ ids }) => edit(ids),
  'completions.remind': ({ form, patient }) => edit([form], patient),
  'directory.set': ({ id }) => edit([id]),
  'directory.save': ({ changes }) => edit(changes.length > MAX_RECORDS ? [] : changes.map(({ id }) => id)),
  'directory.keep': ({ id }) => edit([id]),
  'localStore.export': () => [{ what: 'export' }],
  'localStore.import': () => edit([]),
  'engine.open': ({ account: id, userId }) => [{ what: 'account', who: { account: id, user: userId } }],
  'engine.moveAway': replaceFiles,
  'engine.goBack': replaceFiles,
  'engine.rekey': replaceFiles,
};

const FINDERS: ReadonlyMap<string, (input: never, answer: never) => readonly AccessMeantByCall[]> = new Map(
  Object.entries(RECORDED_CALLS),
);

/** The names of the calls that the access log records. */
export const RECORDED_CALL_NAMES: readonly string[] = [...FINDERS.keys()];

/**
 * Returns the accesses of a call that was served.
 * @param input the input that its schema has checked
 * @param answer the value of its result; null where it failed
 */
export function listAccessesOfCall(
  name: string,
  input: unknown,
  answer: unknown,
): readonly AccessMeantByCall[] {
  return FINDERS.get(name)?.(input as never, answer as never) ?? []; // The schemas of the procedure have checked input and result.
}
