import type { InboxSearchOperator } from '#contract/search/inbox-grammar.ts';
import type { InboxSearchTerm } from '#contract/notifications.ts';
import {
  formatFilterLabel,
  stripOperator,
  formatChipValue,
  type FilterLabelFunctions,
} from '#renderer/shared/query/QueryChips.tsx';
import { createFilterMenu, type FilterMenu } from '#renderer/shared/query/query-menus.ts';
import { COMMON_ABOUT_KINDS, getAboutKindLabel } from '#renderer/shared/labels.ts';

const STATES = {
  unread: ['unread', 'yes'],
  read: ['unread', 'no'],
  unsent: ['unsent', 'yes'],
  snoozed: ['snoozed', 'yes'],
} as const satisfies Readonly<Record<string, readonly [InboxSearchOperator, string]>>;
const RECIPIENTS = [
  ['mine', 'yes'],
  ['others', 'no'],
] as const;
const DAYS = { today: 'today', yesterday: 'yesterday', week: '7d', month: '30d' } as const;

/**
 * The filter menus of the inbox.
 * @param recipients recipients of the notifications on screen
 * @param ownUser the user of the account; null where it is not known, so that others cannot be told apart
 */
export function createInboxFilterMenus(
  { text, idLabels }: FilterLabelFunctions,
  recipients: readonly string[],
  ownUser: string | null,
): readonly FilterMenu[] {
  const menu = (id: 'state' | 'about' | 'to' | 'created'): Pick<FilterMenu, 'id' | 'label'> => ({
    id,
    label: text(`inbox.filter.${id}`),
  });
  return [
    createFilterMenu(menu('state'), STATES, (name, [operator, value]) => ({
      operator,
      value,
      label: text(`inbox.choices.state.${name}`),
    })),
    {
      ...menu('about'),
      choices: [
        ...COMMON_ABOUT_KINDS.map((value) => ({
          operator: 'about',
          value,
          label: getAboutKindLabel(text, value),
        })),
        { operator: 'about', value: 'nothing', label: text('inbox.aboutNothing') },
      ],
    },
    {
      ...menu('to'),
      choices: [
        ...(ownUser === null ? [] : RECIPIENTS).map(([name, value]) => ({
          operator: 'mine',
          value,
          label: text(`inbox.choices.to.${name}`),
          replaces: ['to'],
        })),
        ...recipients
          .filter((user) => user !== ownUser)
          .map((value) => ({ operator: 'to', value, label: idLabels(value), replaces: ['mine'] })),
      ],
    },
    createFilterMenu(menu('created'), DAYS, (name, value) => ({
      operator: 'created',
      value,
      label: text(`inbox.choices.created.${name}`),
    })),
  ].filter(({ choices }) => choices.length > 0);
}

/** Formats a time of a service filter in UTC: `2026-03-12 08:30 UTC`. */
export function formatUtcTime(instant: string): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return instant;
  const [day = '', time = ''] = new Date(at).toISOString().split('T');
  return `${day} ${time.replace(/(?::00)?\.000Z$/, '').replace(/Z$/, '')} UTC`;
}

function formatValue({ text, idLabels }: FilterLabelFunctions, term: InboxSearchTerm, typed: string): string {
  switch (term.field) {
    case 'unread':
    case 'unsent':
    case 'snoozed':
      return text(term.value ? 'query.yes' : 'query.no');
    case 'mine':
      return text(`inbox.choices.to.${term.value ? 'mine' : 'others'}`);
    case 'about':
      return term.value === 'nothing' ? text('inbox.aboutNothing') : getAboutKindLabel(text, term.value);
    case 'search_from':
    case 'search_until':
      return formatUtcTime(term.value);
    default:
      return 'from' in term ? stripOperator(typed) : formatChipValue(term.value, idLabels);
  }
}

/** The label of a search term's chip; null for free text, which has no chip. */
export function formatInboxChip(
  labels: FilterLabelFunctions,
  term: InboxSearchTerm,
  typed: string,
): string | null {
  if (term.field === 'text') return null;
  return formatFilterLabel(labels.text, term, {
    name: labels.text(`inbox.operator.${term.field}`),
    value: formatValue(labels, term, typed),
  });
}
