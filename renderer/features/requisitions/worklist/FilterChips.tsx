import { X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import type { WorklistTerm } from '#contract/worklist.ts';
import { withoutToken } from '#contract/query-language.ts';
import type { QueryToken } from '#contract/worklist-query.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText, type Text } from '#renderer/text/text.ts';
import { shorten } from '#renderer/ui/format.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { statusWord } from '#renderer/records/StatusWord.tsx';
import { typeWord } from '#renderer/records/TypeWord.tsx';
import { choiceId, chosenIn, filterMenus, pressed } from './filter-menus.ts';
import { useIdWords } from './id-words.ts';
import { useParsedQuery, useQuery } from './use-query.ts';

const SHOWN = 60;
const SOME_ID = /^[a-z]{2,8}_[A-Za-z0-9]/;

interface Words {
  readonly text: Text;
  readonly idWords: (id: string) => string;
}

/** What a condition asks for, in words; a date as it was typed. */
function valueWords({ text, idWords }: Words, term: WorklistTerm, typed: string): string {
  switch (term.field) {
    case 'type':
      return typeWord(text, term.value.toLowerCase());
    case 'status':
      return statusWord(text, term.value);
    case 'review':
      return text(`worklist.choices.review.${term.value}`);
    case 'shared':
    case 'changed':
    case 'unsent':
      return text(term.value ? 'worklist.yes' : 'worklist.no');
    default:
      if ('from' in term) return typed.slice(typed.indexOf(':') + 1);
      return term.field !== 'code' && SOME_ID.test(term.value) ? idWords(term.value) : term.value;
  }
}

function chipWords(words: Words, { term, text: typed }: QueryToken): string | null {
  const { text } = words;
  if (term === null || term.field === 'text') return null;
  if (term.field === 'shared')
    return text(`worklist.choices.shared.${term.value === term.isNot ? 'no' : 'yes'}`);
  const value = shorten(valueWords(words, term, typed), SHOWN);
  const shown = `${text(`worklist.operator.${term.field}`)}: ${value}`;
  return term.isNot ? text('worklist.not', { what: shown }) : shown;
}

/** The filters of the search as chips that can be taken off, and menus that add others. */
export function FilterChips() {
  const text = useText();
  const { worklist } = useDesk();
  const query = useQuery();
  const idWords = useIdWords();
  const { tokens } = useParsedQuery();
  return (
    <Group className="worklist-filters" aria-label={text('worklist.filters')}>
      {filterMenus(text).map(({ id, choices }) => (
        <MenuButton
          key={id}
          label={text(`worklist.filter.${id}`)}
          groups={[
            {
              label: text(`worklist.filter.${id}`),
              choices: choices.map((choice) => ({ id: choiceId(choice), label: choice.label })),
            },
          ]}
          chosen={chosenIn(query.text, choices)}
          onChoose={(chosen) => {
            const choice = choices.find((each) => choiceId(each) === chosen);
            if (choice !== undefined) worklist.ask({ text: pressed(query.text, choice) });
          }}
        >
          {text(`worklist.filter.${id}`)}
        </MenuButton>
      ))}
      {tokens.map((token) => {
        const words = chipWords({ text, idWords }, token);
        return words === null ? null : (
          <span key={token.start} className="token">
            <bdi>{words}</bdi>
            <Button
              className="token-remove"
              aria-label={text('worklist.removeFilter', { what: words })}
              onPress={() => worklist.ask({ text: withoutToken(query.text, token) })}
            >
              <Icon of={X} size={12} />
            </Button>
          </span>
        );
      })}
    </Group>
  );
}
