import { FORM_SEARCH_SYNTAX } from '#contract/forms.ts';
import type { HomeCounts } from '#contract/home-procedures.ts';
import { WORKLIST_SEARCH_SYNTAX } from '#contract/worklist-search.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { toCompletionRequestFilter, type CompletionRequestQuery } from '../forms/completion-request-query.ts';
import type { FormListQuery } from '../forms/form-query.ts';
import { createInboxQueryParser, type InboxQuery } from '../inbox/inbox-query.ts';
import { createTabbedListQueryParser } from '../list/query-list.ts';
import type { WorklistQuery } from '../requisitions/worklist-query.ts';

/** A list with a filter: its rows can be counted, and a screen shows them. */
export type ListLink =
  | { readonly screen: 'requisitions'; readonly query: WorklistQuery }
  | { readonly screen: 'forms'; readonly query: FormListQuery }
  | { readonly screen: 'notifications'; readonly query: InboxQuery }
  | { readonly screen: 'completion-requests'; readonly query: CompletionRequestQuery };

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
 * Creates the function that counts links. Each link is parsed as its list parses it, so that the count and the list cannot
 * differ.
 * @param zone returns the current time zone of the settings
 */
export function createListLinkRowCounter(calls: ProcedureCalls, zone: () => string): CountRowsOfListLinks {
  const parseWorklistQuery = createTabbedListQueryParser(WORKLIST_SEARCH_SYNTAX, zone);
  const parseFormQuery = createTabbedListQueryParser(FORM_SEARCH_SYNTAX, zone);
  const parseInboxQuery = createInboxQueryParser(zone);

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
        notifications: asked.notifications.map(({ link }) => parseInboxQuery(link.query).terms),
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
