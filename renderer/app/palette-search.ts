import { useCallback } from 'react';
import type { CallOutput } from '#contract/api.ts';
import { FORM_SEARCH_SYNTAX } from '#contract/forms.ts';
import { INBOX_SEARCH_SYNTAX } from '#contract/notifications.ts';
import { isId, KINDS } from '#contract/records.ts';
import { WORKLIST_SEARCH_SYNTAX } from '#contract/worklist-search.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import { parseSearch } from '#contract/search/syntax.ts';
import { toEpochMs } from '#contract/time.ts';
import { useQueryResult } from '#renderer/shared/use-query-result.ts';
import type { ProcedureCalls } from '#renderer/state/bridge.ts';
import { dropTermsInDayFilterConflict } from '#renderer/state/inbox/inbox-source.ts';
import type { RecentRecordOrPerson } from '#renderer/state/navigation/recents.ts';
import { useStores } from '#renderer/state/use-stores.ts';

/** A patient whom a search of the palette has found. */
export interface FoundPatient {
  readonly id: string;
  readonly name: string | null;
}

/** What a search of the palette found in the cache. */
export interface PaletteFindings {
  /** The text that was searched for. */
  readonly search: string;
  readonly patients: readonly FoundPatient[];
  readonly records: readonly (RecentRecordOrPerson & {
    /** The patient or the object that it is about; empty for none. */
    readonly about: string;
  })[];
  /** Why one of the searches failed, so that it is unknown what else has the words; null if none did. */
  readonly error: AppError | null;
}

/** Maximum number of found patients, and of found records of each kind. */
const MAX_FOUND = 6;

const NEWEST = { by: 'updated', descending: true } as const;

type Page<N extends 'ids.suggest' | 'worklist.page' | 'forms.page' | 'inbox.page'> = Result<
  Pick<CallOutput<N>, 'items'>
>;

interface Answers {
  readonly patients: Page<'ids.suggest'>;
  readonly requisitions: Page<'worklist.page'>;
  readonly forms: Page<'forms.page'>;
  readonly notifications: Page<'inbox.page'>;
}

/** Joins the results of the searches; what failed is left out, with its error. */
function joinFindings(
  typed: string,
  { patients, requisitions, forms, notifications }: Answers,
): PaletteFindings {
  const named = KINDS.filter((kind) => isId(kind, typed)).map((kind) => ({
    kind,
    id: typed,
    name: '',
    about: '',
  }));
  const failed = [patients, requisitions, forms, notifications].find((each) => !each.ok);
  return {
    search: typed,
    patients: patients.ok ? patients.value.items : [],
    records: [
      ...named,
      ...(requisitions.ok ? requisitions.value.items : []).map(({ id, name, patient }) => ({
        kind: 'requisition' as const,
        id,
        name,
        about: patient,
      })),
      ...(forms.ok ? forms.value.items : []).map(({ id, name }) => ({
        kind: 'form' as const,
        id,
        name,
        about: '',
      })),
      ...(notifications.ok ? notifications.value.items : []).map(({ id, title, text }) => ({
        kind: 'notification' as const,
        id,
        name: title || text,
        about: '',
      })),
    ],
    error: failed === undefined || failed.ok ? null : failed.error,
  };
}

/** Reads what a search finds: patients, records by their text, and a record by its whole id. */
async function findEntries(
  calls: ProcedureCalls,
  typed: string,
  zone: string,
  signal: AbortSignal,
): Promise<Result<PaletteFindings>> {
  const now = toEpochMs(Date.now());
  const limit = MAX_FOUND;
  const [patients, requisitions, forms, notifications] = await Promise.all([
    calls['ids.suggest']({ family: 'user', as: 'patient', search: typed, limit }, signal),
    calls['worklist.page'](
      {
        tab: 'all',
        terms: parseSearch(WORKLIST_SEARCH_SYNTAX, typed, now, zone).terms,
        order: NEWEST,
        limit,
      },
      signal,
    ),
    calls['forms.page'](
      {
        tab: 'all',
        terms: parseSearch(FORM_SEARCH_SYNTAX, typed, now, zone).terms,
        order: NEWEST,
        limit,
      },
      signal,
    ),
    calls['inbox.page'](
      {
        terms: dropTermsInDayFilterConflict(parseSearch(INBOX_SEARCH_SYNTAX, typed, now, zone).terms),
        order: { unreadFirst: false },
        limit,
      },
      signal,
    ),
  ]);
  return ok(joinFindings(typed, { patients, requisitions, forms, notifications }));
}

/**
 * Searches the cache for the typed text, after a pause in typing; nothing for an empty text. What an earlier text has
 * found is not returned: it would be the first entry, which the Enter key chooses.
 * @param onFound called right before what was found is returned; must be stable
 * @returns null until the search has ended
 */
export function usePaletteSearch(typed: string, onFound: () => void): PaletteFindings | null {
  const { calls, preferences } = useStores();
  const search = typed.trim().slice(0, 300);
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const found = await findEntries(calls, search, preferences.store.getState().settings.timeZone, signal);
      if (!signal.aborted) onFound();
      return found;
    },
    [calls, onFound, preferences, search],
  );
  const { value } = useQueryResult(search === '' ? null : ask);
  return value?.search === search ? value : null;
}
