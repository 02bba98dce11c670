import { FORM_STATES, type FormTerm } from '#contract/forms.ts';
import {
  conditionLabel,
  typedValue,
  labelOrId,
  type FilterLabels,
} from '#renderer/shared/query/QueryChips.tsx';
import { moreMenu, toMenu, type QueryMenu } from '#renderer/shared/query/query-menus.ts';

const USABLE = { all: 'all', some: 'some', nobody: 'nobody' } as const;
const WAITING = { day: '>1d', week: '>7d', fortnight: '>14d', month: '>30d' } as const;

/** The filters that one press writes into the search of forms. */
export function formMenus({ text }: Pick<FilterLabels, 'text'>): readonly QueryMenu[] {
  const label = (id: 'state' | 'usable' | 'waiting'): Pick<QueryMenu, 'id' | 'label'> => ({
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
    moreMenu(text),
  ];
}

/** What a condition asks for, in words; a date as it was typed. */
function valueText({ text, idLabels }: FilterLabels, term: FormTerm, typed: string): string {
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

/** A condition of the search of forms as its chip says it; null for free words, which stand in the search. */
export function formChipLabel(labels: FilterLabels, term: FormTerm, typed: string): string | null {
  if (term.field === 'text') return null;
  return conditionLabel(labels.text, term, {
    name: labels.text(`formList.operator.${term.field}`),
    value: valueText(labels, term, typed),
  });
}
