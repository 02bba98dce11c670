import type { FormSearchTerm } from '#contract/forms.ts';
import type { HomeCounts } from '#contract/home-procedures.ts';
import type { InboxSearchTerm } from '#contract/notifications.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import { FORM_SEARCH_GRAMMAR, type FormSearchOperator } from '#contract/search/form-grammar.ts';
import { INBOX_SEARCH_GRAMMAR, type InboxSearchOperator } from '#contract/search/inbox-grammar.ts';
import {
  MAX_SEARCH_WORD,
  parseSearch,
  quoteSearchValue,
  type BaseSearchTerm,
  type SearchGrammar,
  type SearchSyntax,
} from '#contract/search/syntax.ts';
import { WORKLIST_SEARCH_GRAMMAR, type WorklistSearchOperator } from '#contract/search/worklist-grammar.ts';
import { toEpochMs } from '#contract/time.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { toCompletionRequestFilter, type CompletionRequestQuery } from '../forms/completion-request-query.ts';
import type { FormListQuery } from '../forms/form-query.ts';
import type { InboxQuery } from '../inbox/inbox-query.ts';
import { createTabbedListQueryParser } from '../list/query-list.ts';
import type { WorklistQuery } from '../requisitions/worklist-query.ts';

/** A list with a filter: its rows can be counted, and a screen shows them. */
export type ListLink =
  | { readonly screen: 'requisitions'; readonly query: WorklistQuery }
  | { readonly screen: 'forms'; readonly query: FormListQuery }
  | { readonly screen: 'notifications'; readonly query: InboxQuery }
  | { readonly screen: 'completion-requests'; readonly query: CompletionRequestQuery };

/**
 * Takes conditions as they are. The searches of the home screen are written by this program, so that their conditions need
 * no schema here: schemas would have to be read before the first screen. A test compares them with those that the lists
 * read, and the main process validates them like all input.
 */
function createSyntax<O extends string, T extends BaseSearchTerm>(
  grammar: SearchGrammar<O>,
): SearchSyntax<O, T> {
  // The type of a condition is what its grammar writes.
  return { ...grammar, term: { safeParse: (candidate) => ({ success: true, data: candidate as T }) } };
}
const WORKLIST_SYNTAX = createSyntax<WorklistSearchOperator, WorklistSearchTerm>(WORKLIST_SEARCH_GRAMMAR);
const FORM_SYNTAX = createSyntax<FormSearchOperator, FormSearchTerm>(FORM_SEARCH_GRAMMAR);
const INBOX_SYNTAX = createSyntax<InboxSearchOperator, InboxSearchTerm>(INBOX_SEARCH_GRAMMAR);

/** Returns whether a search of the worklist can name a status: some are read as one that the document names, and an empty one cannot be typed. */
export function isSearchableStatus(status: string): boolean {
  if (status === '' || status.length > MAX_SEARCH_WORD) return false;
  const { terms } = parseSearch(WORKLIST_SYNTAX, `status:${quoteSearchValue(status)}`, toEpochMs(0), 'UTC');
  const [term] = terms;
  return terms.length === 1 && term?.field === 'status' && term.value === status;
}

/** The number of rows of each link, by its name, and of each status that the service's document does not name. */
export interface RowCountsOfListLinks<Name extends string>
  extends Pick<HomeCounts, 'statuses' | 'moreStatuses'> {
  readonly counts: Readonly<Record<Name, number>>;
}

/** Counts the rows of links in one call; `signal` abandons it. */
export type CountRowsOfListLinks = <Name extends string>(
  links: Readonly<Record<Name, ListLink>>,
  signal?: AbortSignal,
) => Promise<Result<RowCountsOfListLinks<Name>>>;

/**
 * Returns the error of a count that the user is shown. While an account is opening there is none: what the home screen
 * shows is counted once the account is open.
 */
export function toShownCountError(error: AppError): AppError | null {
  return error.code === 'not-signed-in' ? null : error;
}

/**
 * Creates the function that counts links. Each link is parsed by the grammar of its list, so that count and list agree.
 * @param zone returns the current time zone of the settings
 */
export function createListLinkRowCounter(calls: ProcedureCalls, zone: () => string): CountRowsOfListLinks {
  const parseWorklistQuery = createTabbedListQueryParser(WORKLIST_SYNTAX, zone);
  const parseFormQuery = createTabbedListQueryParser(FORM_SYNTAX, zone);

  return async <Name extends string>(links: Readonly<Record<Name, ListLink>>, signal?: AbortSignal) => {
    const names = Object.keys(links) as Name[]; // `Object.keys` returns plain strings: all are keys of this object.
    const of = <S extends ListLink['screen']>(screen: S) =>
      names.flatMap((name) => {
        const link: ListLink = links[name];
        return link.screen === screen ? [{ name, link: link as Extract<ListLink, { screen: S }> }] : [];
      });
    const asked = {
      requisitions: of('requisitions'),
      forms: of('forms'),
      notifications: of('notifications'),
      completions: of('completion-requests'),
    };
    const answer = await calls['home.counts'](
      {
        requisitions: asked.requisitions.map(({ link }) => {
          const { tab, terms } = parseWorklistQuery(link.query);
          return { tab, terms };
        }),
        forms: asked.forms.map(({ link }) => {
          const { tab, terms } = parseFormQuery(link.query);
          return { tab, terms };
        }),
        notifications: asked.notifications.map(
          ({ link }) => parseSearch(INBOX_SYNTAX, link.query.text, toEpochMs(Date.now()), zone()).terms,
        ),
        completions: asked.completions.map(({ link: { query } }) => {
          const { askedUntil } = toCompletionRequestFilter(query);
          return {
            show: query.show === 'due' ? 'due' : 'open',
            ...(askedUntil === undefined ? {} : { askedUntil }),
          };
        }),
      },
      signal,
    );
    if (!answer.ok) return answer;
    const { statuses, moreStatuses } = answer.value;
    const lists = ['requisitions', 'forms', 'notifications', 'completions'] as const;
    const entries = lists.flatMap((list) =>
      asked[list].map(({ name }, index) => [name, answer.value[list][index] ?? 0] as const),
    );
    // Object.fromEntries returns an object with any string as key, so its type is asserted; each link has its entry.
    const counts = Object.fromEntries(entries) as Record<Name, number>;
    return ok({ counts, statuses, moreStatuses });
  };
}
