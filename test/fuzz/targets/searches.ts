import { isDeepStrictEqual } from 'node:util';
import { FORM_SEARCH_SYNTAX } from '#contract/forms.ts';
import { INBOX_SEARCH_SYNTAX } from '#contract/notifications.ts';
import { WORKLIST_SEARCH_SYNTAX } from '#contract/worklist-search.ts';
import {
  type SearchSyntax,
  parseSearch,
  type BaseSearchTerm,
  formatSearch,
} from '#contract/search/syntax.ts';
import { toEpochMs } from '#contract/time.ts';
import { publishedForm, rawNotification, sentOrders } from '../../support/builders.ts';
import { testCache } from '../../support/cache.ts';
import { assertHolds, type FuzzTarget } from '../target.ts';

const NOW = toEpochMs(Date.UTC(2026, 2, 29, 1, 30));
const ZONE = 'Europe/Berlin';

/** Typed searches: every text has a result, and what is written back means the same. */
export async function createTarget(): Promise<FuzzTarget> {
  const cache = await testCache();
  cache.sweep('requisition', sentOrders(30));
  cache.sweep('form', [publishedForm()]);
  cache.sweep('notification', [rawNotification()]);
  const order = { by: 'updated', descending: true } as const;
  return {
    seeds: [
      'cbc -"lipid panel" status:sent',
      'due:<7d created:2026-01-01..2026-02-01 -shared:yes',
      'patient:user_1 reviewer:user_2 review:overdue',
      'followup:any unsent:no type:labs since:yesterday',
      'unread:yes about:appointment from:user_1',
      'state:published usable:none',
    ],
    tokens: [
      '"',
      '-',
      ':',
      '..',
      '<',
      '>',
      '7d',
      'today',
      '2026-03-29',
      '*',
      '%',
      '_',
      'NEAR(',
      ' OR ',
      'text:',
      '^',
    ],
    run: (input) => {
      const text = Buffer.from(input).toString().toWellFormed();
      const terms = checkLanguage(WORKLIST_SEARCH_SYNTAX, text);
      checkLanguage(FORM_SEARCH_SYNTAX, text);
      checkLanguage(INBOX_SEARCH_SYNTAX, text);
      const page = cache.read('worklist.page', { tab: 'all', terms, order, limit: 50 } as never);
      assertHolds(page.ok, 'every search has a result');
    },
    close: () => cache.close(),
  };
}

function checkLanguage<O extends string, T extends BaseSearchTerm>(
  language: SearchSyntax<O, T>,
  text: string,
): readonly T[] {
  const { terms, tokens } = parseSearch(language, text, NOW, ZONE);
  for (const { start, end, text: part } of tokens)
    assertHolds(text.slice(start, end) === part, 'a part names its place');
  const written = formatSearch(terms as never);
  assertHolds(
    isDeepStrictEqual(parseSearch(language, written, NOW, ZONE).terms, terms),
    `what is written back means the same: ${written}`,
  );
  return terms;
}
