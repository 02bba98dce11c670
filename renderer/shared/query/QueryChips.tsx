import { X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { useStore } from 'zustand';
import { isAnyId } from '#contract/records.ts';
import { withoutToken, type AnyTerm, type QueryLanguage } from '#contract/search/syntax.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText, type Text } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';
import { shorten, idParts } from '#renderer/ui/format.ts';
import { choiceId, findChosen, pressed, type QueryMenu } from './query-menus.ts';
import { useReadQuery } from './use-query.ts';
import './query.css';

interface QueryChipsProps<O extends string, T extends AnyTerm> {
  readonly language: QueryLanguage<O, T>;
  /** The applied search. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly menus: readonly QueryMenu[];
  /**
   * Returns the label of a search term, given also as typed; null if it needs no chip. Never called for free
   * text.
   */
  readonly toText: (term: T, typed: string) => string | null;
}

/** The filters of a search as removable chips, and menus that add others. */
export function QueryChips<O extends string, T extends AnyTerm>({
  language,
  text: search,
  onText,
  menus,
  toText,
}: QueryChipsProps<O, T>) {
  const text = useText();
  const { tokens } = useReadQuery(language, search);
  return (
    <Group className="query-filters" aria-label={text('query.filters')}>
      {menus.map((menu) => (
        <FilterMenu key={menu.id} menu={menu} text={search} onText={onText} />
      ))}
      {tokens.map((token) => {
        const { term } = token;
        const words = term === null || term.field === 'text' ? null : toText(term, token.text);
        return words === null ? null : (
          <span key={token.start} className="token">
            <bdi>{words}</bdi>
            <Button
              className="token-remove"
              aria-label={text('query.removeFilter', { what: words })}
              onPress={() => onText(withoutToken(search, token))}
            >
              <Icon of={X} size={12} />
            </Button>
          </span>
        );
      })}
    </Group>
  );
}

interface FilterMenuProps {
  readonly menu: QueryMenu;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function FilterMenu({ menu: { label, choices }, text, onText }: FilterMenuProps) {
  return (
    <MenuButton
      label={label}
      groups={[{ label, choices: choices.map((choice) => ({ id: choiceId(choice), label: choice.label })) }]}
      chosen={findChosen(text, choices)}
      onChoose={(chosen) => {
        const choice = choices.find((each) => choiceId(each) === chosen);
        if (choice !== undefined) onText(pressed(text, choice));
      }}
    >
      {label}
    </MenuButton>
  );
}

const SHOWN = 60;

/** Label of a chip: `Patient: Ada …x1y2z`, with `Not` in front if the condition is negated. */
export function conditionLabel(
  text: Text,
  { isNot }: Pick<AnyTerm, 'isNot'>,
  { name, value }: { readonly name: string; readonly value: string },
): string {
  const shown = `${name}: ${shorten(value, SHOWN)}`;
  return isNot ? text('query.not', { what: shown }) : shown;
}

/** A date as typed, without the operator in front. */
export function typedValue(typed: string): string {
  return typed.slice(typed.indexOf(':') + 1);
}

/** The value on a chip: an id by its local name, anything else unchanged. */
export function labelOrId(value: string, idLabels: (id: string) => string): string {
  return isAnyId(value) ? idLabels(value) : value;
}

/** Shortens an id to its prefix and its end. */
export function idTail(id: string): string {
  const { prefix, middle, end } = idParts(id);
  return `${prefix}${middle === '' ? '' : '…'}${end}`;
}

/** Ids as text for menus and chips: the local name, always with the end of the id. */
export function useIdLabels(): (id: string) => string {
  const { directory } = useStores();
  const names = useStore(directory.store, (state) => state.names);
  return (id) => `${names.get(id)?.name ?? ''} ${idTail(id)}`.trim();
}
