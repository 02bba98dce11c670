import { FORM_PUBLICATION_STATES, type FormSearchTerm } from '#contract/forms.ts';
import {
  formatFilterLabel,
  stripOperator,
  formatChipValue,
  type FilterLabelFunctions,
} from '#renderer/shared/query/QueryChips.tsx';
import {
  createLocalFilterMenu,
  createFilterMenu,
  type FilterMenu,
} from '#renderer/shared/query/query-menus.ts';

const USABLE = { all: 'all', some: 'some', none: 'none' } as const;
const WAITING = { day: '>1d', week: '>7d', fortnight: '>14d', month: '>30d' } as const;

/** The filter menus of the list of forms. */
export function createFormFilterMenus({ text }: Pick<FilterLabelFunctions, 'text'>): readonly FilterMenu[] {
  const label = (id: 'state' | 'usable' | 'waiting'): Pick<FilterMenu, 'id' | 'label'> => ({
    id,
    label: text(`formList.filter.${id}`),
  });
  return [
    {
      ...label('state'),
      choices: FORM_PUBLICATION_STATES.map((value) => ({
        operator: 'state',
        value,
        label: text(`form.state.${value}`),
      })),
    },
    createFilterMenu(label('usable'), USABLE, (name, value) => ({
      operator: 'usable',
      value,
      label: text(`formList.choices.usable.${name}`),
    })),
    createFilterMenu(label('waiting'), WAITING, (name, value) => ({
      operator: 'waiting',
      value,
      label: text(`formList.choices.waiting.${name}`),
    })),
    createLocalFilterMenu(text),
  ];
}

/** The value of a search term as text; a date as typed. */
function formatValue({ text, idLabels }: FilterLabelFunctions, term: FormSearchTerm, typed: string): string {
  switch (term.field) {
    case 'state':
      return text(`form.state.${term.value}`);
    case 'usable':
      return text(`formList.choices.usable.${term.value}`);
    case 'changed':
    case 'unsent':
      return text(term.value ? 'query.yes' : 'query.no');
    default:
      return 'from' in term ? stripOperator(typed) : formatChipValue(term.value, idLabels);
  }
}

/** The label of a search term's chip; null for free text, which has no chip. */
export function formatFormChip(
  labels: FilterLabelFunctions,
  term: FormSearchTerm,
  typed: string,
): string | null {
  if (term.field === 'text') return null;
  return formatFilterLabel(labels.text, term, {
    name: labels.text(`formList.operator.${term.field}`),
    value: formatValue(labels, term, typed),
  });
}
