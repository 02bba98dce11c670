import type { WorklistTerm } from '#contract/worklist.ts';
import { conditionLabel, typedValue, labelOrId } from '#renderer/records/query/condition-words.ts';
import { statusLabel } from '#renderer/records/StatusWord.tsx';
import { typeLabel } from '#renderer/records/TypeWord.tsx';
import type { Text } from '#renderer/text/text.ts';

/** What words a condition. */
interface Words {
  readonly text: Text;
  readonly idLabels: (id: string) => string;
}

/** What a condition asks for, in words; a date as it was typed. */
function valueText({ text, idLabels }: Words, term: WorklistTerm, typed: string): string {
  switch (term.field) {
    case 'type':
      return typeLabel(text, term.value.toLowerCase());
    case 'status':
      return statusLabel(text, term.value);
    case 'review':
      return text(`worklist.choices.review.${term.value}`);
    case 'shared':
    case 'changed':
    case 'unsent':
      return text(term.value ? 'query.yes' : 'query.no');
    case 'code':
      return term.value;
    default:
      return 'from' in term ? typedValue(typed) : labelOrId(term.value, idLabels);
  }
}

/** A condition of the worklist as its chip says it; null for free words, which stand in the search. */
export function chipLabel(words: Words, term: WorklistTerm, typed: string): string | null {
  const { text } = words;
  if (term.field === 'text') return null;
  if (term.field === 'shared')
    return text(`worklist.choices.shared.${term.value === term.isNot ? 'no' : 'yes'}`);
  return conditionLabel(text, term, {
    name: text(`worklist.operator.${term.field}`),
    value: valueText(words, term, typed),
  });
}
