import { useStore } from 'zustand';
import { FORM_STATES, type FormOperator, type FormTerm } from '#contract/forms.ts';
import { conditionLabel, typedValue, labelOrId } from '#renderer/shared/query/QueryChips.tsx';
import { toMenu, type QueryMenu } from '#renderer/shared/query/query-menus.ts';
import type { FormQuery } from '#renderer/state/forms/list.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import type { Text } from '#renderer/text/text.ts';

const USABLE = { all: 'all', some: 'some', nobody: 'nobody' } as const;
const WAITING = { day: '>1d', week: '>7d', fortnight: '>14d', month: '>30d' } as const;
const MORE = {
  changed: ['changed', 'yes'],
  unsent: ['unsent', 'yes'],
  followedUp: ['followup', 'any'],
  reminder: ['followup', 'due'],
} as const satisfies Readonly<Record<string, readonly [FormOperator, string]>>;

/** The filter menus of the list of forms. */
export function formMenus(text: Text): readonly QueryMenu[] {
  const label = (id: 'state' | 'usable' | 'waiting' | 'more'): Pick<QueryMenu, 'id' | 'label'> => ({
    id,
    label: text(`formList.filter.${id}`),
  });
  return [
    {
      ...label('state'),
      choices: FORM_STATES.map((value) => ({ operator: 'state', value, label: text(`form.state.${value}`) })),
    },
    toMenu(label('usable'), USABLE, (name, value) => ({
      operator: 'usable',
      value,
      label: text(`formList.choices.usable.${name}`),
    })),
    toMenu(label('waiting'), WAITING, (name, value) => ({
      operator: 'waiting',
      value,
      label: text(`formList.choices.waiting.${name}`),
    })),
    toMenu(label('more'), MORE, (name, [operator, value]) => ({
      operator,
      value,
      label: text(`formList.choices.more.${name}`),
    })),
  ];
}

/** What the labels of filters are built from. */
interface Words {
  readonly text: Text;
  readonly idLabels: (id: string) => string;
}

/** The value of a search term as text; a date as typed. */
function valueText({ text, idLabels }: Words, term: FormTerm, typed: string): string {
  switch (term.field) {
    case 'state':
      return text(`form.state.${term.value}`);
    case 'usable':
      return text(`formList.choices.usable.${term.value}`);
    case 'changed':
    case 'unsent':
      return text(term.value ? 'query.yes' : 'query.no');
    default:
      return 'from' in term ? typedValue(typed) : labelOrId(term.value, idLabels);
  }
}

/** The label of a search term's chip; null for free text, which has no chip. */
export function formChipLabel(words: Words, term: FormTerm, typed: string): string | null {
  if (term.field === 'text') return null;
  return conditionLabel(words.text, term, {
    name: words.text(`formList.operator.${term.field}`),
    value: valueText(words, term, typed),
  });
}

/** The current query of the list of forms. */
export function useFormQuery(): FormQuery {
  return useStore(useStores().browsers.form.list.store, ({ filter }) => filter);
}
