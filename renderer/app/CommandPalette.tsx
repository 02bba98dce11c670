import { useEffect, useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Header } from 'react-aria-components/Header';
import { Heading } from 'react-aria-components/Heading';
import { Input } from 'react-aria-components/Input';
import { type Key, Menu, MenuItem, type MenuItemProps, MenuSection } from 'react-aria-components/Menu';
import { SearchField } from 'react-aria-components/SearchField';
import { useStore } from 'zustand';
import { NameConflictNotes, NamedId, useDirectoryEntry } from '#renderer/shared/ids/NamedId.tsx';
import { useIdLabelFormatter } from '#renderer/shared/ids/id-labels.ts';
import type { RecentRecordOrPerson } from '#renderer/state/navigation/recents.ts';
import { beginRequisitionForPatient } from '#renderer/state/begin-requisition.ts';
import type { Stores } from '#renderer/state/stores.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { SCREEN_BY_KIND } from '#renderer/state/navigation/view.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import { useNumericIds } from '#renderer/ui/use-numeric-ids.ts';
import { ModalDialog } from '#renderer/ui/Overlay.tsx';
import { useAnnouncement } from '#renderer/ui/Status.tsx';
import menuStyles from '#renderer/ui/MenuButton.module.css';
import type { PaletteAction } from './palette-action.ts';
import { usePageActions, useProgramActions } from './palette-actions.ts';
import { type FoundPatient, usePaletteSearch } from './palette-search.ts';
import { paletteTypeAhead } from './type-ahead.ts';
import styles from './CommandPalette.module.css';

const SHOWN_LENGTH = 80;

/** The dialog that finds every action, and every record and patient of the cache, by typing. */
export function CommandPalette() {
  const { view } = useStores();
  const isOpen = useStore(view.store, (state) => state.isPaletteOpen);
  return (
    <ModalDialog size="medium" isOpen={isOpen} onOpenChange={view.showPalette}>
      {isOpen && <PaletteBody />}
    </ModalDialog>
  );
}

interface PaletteEntry {
  /** Id of the entry, the same in every version of the list. */
  readonly id: string;
  /** The entry's label, which is searched and read aloud. */
  readonly label: string;
  /** The patient or other person whom the label names: what makes the name doubtful is said behind it. */
  readonly person?: string;
  /** At the right: the key of an action, or what a record is about. */
  readonly aside?: ReactNode;
  /** Why it cannot act now, shown below its label; null where it can. */
  readonly reason: string | null;
  readonly run: (stores: Stores) => void;
}

interface PaletteSection {
  readonly id: 'recents' | 'here' | 'actions' | 'patients' | 'records';
  readonly entries: readonly PaletteEntry[];
}

/** Whether a label contains every typed word, in any order. */
function matches(label: string, typed: string): boolean {
  const searched = label.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/** Opens a record on the screen of its kind, or everything that refers to an id. */
function open({ kind, id }: Pick<RecentRecordOrPerson, 'kind' | 'id'>, { view, browsers }: Stores): void {
  if (kind === 'person') return view.openRelated(id);
  view.go(SCREEN_BY_KIND[kind]);
  browsers[kind].open(id);
}

const isOffered = ({ label, isListedWhenTyped }: PaletteAction, typed: string): boolean =>
  typed === '' ? !isListedWhenTyped : matches(label, typed);

/**
 * Returns the actions that match the typed text: first those that can act, because the Enter key chooses the first entry, and of
 * these the ones that begin with the text. Without a text they are in the order of the screen.
 */
function findOffered(actions: readonly PaletteAction[], typed: string): readonly PaletteAction[] {
  const offered = actions.filter((action) => isOffered(action, typed));
  if (typed === '') return offered;
  const toPlace = ({ label, reason }: PaletteAction): number =>
    (reason === null ? 0 : 2) + Number(!label.toLowerCase().startsWith(typed.toLowerCase()));
  return offered.toSorted((one, other) => toPlace(one) - toPlace(other));
}

/** Returns whose requisition an entry is: two of one test are told apart by nothing else. */
function toPatientNote(about = ''): ReactNode {
  return about === '' ? undefined : <NamedId id={about} show="end" notes="short" />;
}

/** What makes the name of an id doubtful, in the words of the rows of lists. */
function PersonNotes({ id }: { readonly id: string }) {
  const entry = useDirectoryEntry(id);
  return entry !== null && <NameConflictNotes entry={entry} isShort />;
}

/** The actions that match the typed text, with their keys: first those of the screen. */
function useActions(typed: string): {
  readonly here: readonly PaletteEntry[];
  readonly program: readonly PaletteEntry[];
} {
  const here = usePageActions();
  const program = useProgramActions(here);
  const toEntry = ({ id, label, reason, key, run }: PaletteAction): PaletteEntry => ({
    id,
    label,
    reason,
    ...(key === undefined ? {} : { aside: <kbd>{key}</kbd> }),
    run,
  });
  return {
    here: findOffered(here, typed).map(toEntry),
    program: findOffered(program, typed).map(toEntry),
  };
}

/** Returns the sections of the palette for the typed text, and why a search failed. */
function useSections(typed: string): {
  readonly sections: readonly PaletteSection[];
  readonly problem: string;
} {
  const text = useText();
  const idLabels = useIdLabelFormatter();
  const recents = useStore(useStores().recents.store, ({ entries }) => entries);
  const { value, error } = usePaletteSearch(typed);
  const failure = error ?? value?.error ?? null;
  const toEntry = (entry: RecentRecordOrPerson, aside?: ReactNode): PaletteEntry => ({
    id: `${entry.kind} ${entry.id}`,
    label:
      entry.kind === 'person' || entry.name === ''
        ? idLabels(entry.id)
        : text('palette.named', {
            kind: text(`palette.kind.${entry.kind}`),
            name: truncateWithEllipsis(entry.name, SHOWN_LENGTH),
          }),
    ...(entry.kind === 'person' ? { person: entry.id } : {}),
    ...(aside === undefined ? {} : { aside }),
    reason: null,
    run: (stores) => open(entry, stores),
  });
  const toOrderEntry = ({ id }: FoundPatient): PaletteEntry => ({
    id: `order ${id}`,
    label: text('palette.orderFor', { patient: idLabels(id) }),
    person: id,
    reason: null,
    run: (stores) => beginRequisitionForPatient(stores, id),
  });
  const patients = value?.patients ?? [];
  const actions = useActions(typed);
  // Actions are first: they are known at once, so that what the Enter key chooses is no other once the search is done.
  const found: readonly PaletteSection[] = [
    {
      id: 'recents',
      entries: typed === '' ? recents.map((entry) => toEntry(entry, toPatientNote(entry.about))) : [],
    },
    { id: 'here', entries: actions.here },
    { id: 'actions', entries: actions.program },
    {
      id: 'patients',
      entries: [
        ...patients.map(({ id }) => toEntry({ kind: 'person', id, name: '' })),
        ...patients.map(toOrderEntry),
      ],
    },
    {
      id: 'records',
      entries: (value?.records ?? []).map(({ about, ...entry }) => toEntry(entry, toPatientNote(about))),
    },
  ];
  return {
    sections: found.filter(({ entries }) => entries.length > 0),
    problem: failure === null ? '' : getErrorSentence(failure),
  };
}

/** Renders an entry that cannot act now: the arrow keys reach it, and screen readers call it unavailable. */
const renderUnavailableItem: NonNullable<MenuItemProps['render']> = (props) => (
  <div {...(props as ComponentProps<'div'>)} aria-disabled /> // An entry that is no link is a div.
);

function PaletteBody() {
  const text = useText();
  const stores = useStores();
  const getCounter = useNumericIds();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    if (field.current !== null) paletteTypeAhead.insertInto(field.current);
    return () => paletteTypeAhead.clear();
  }, []);
  const [typed, setTyped] = useState('');
  const [refusal, setRefusal] = useState('');
  useAnnouncement(refusal);
  const { sections, problem } = useSections(typed.trim());

  function choose(key: Key): void {
    const entry = sections.flatMap(({ entries }) => entries).find(({ id }) => getCounter(id) === key);
    // The Enter key may have chosen it already.
    if (entry === undefined || !stores.view.store.getState().isPaletteOpen) return;
    if (entry.reason !== null) return setRefusal(entry.reason);
    stores.view.showPalette(false);
    // Runs the entry after the dialog has closed, because an action may move the focus.
    requestAnimationFrame(() => entry.run(stores));
  }
  /** While no entry is marked, because the list was replaced in the moment of marking one, the Enter key chooses the first. */
  function chooseFirst(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.trim() === '') return;
    const marked = event.currentTarget.getAttribute('aria-activedescendant') ?? '';
    const first = sections[0]?.entries[0];
    if (first !== undefined && document.getElementById(marked) === null) choose(getCounter(first.id));
  }
  return (
    <div className={styles.palette}>
      <Heading slot="title" level={2} className="visually-hidden">
        {text('palette.title')}
      </Heading>
      <Autocomplete
        inputValue={typed}
        onInputChange={(value) => {
          setTyped(value);
          setRefusal('');
        }}
      >
        <SearchField aria-label={text('palette.search')} className={joinClasses(styles.search)}>
          <Input
            ref={field}
            className={joinClasses(styles.input)}
            placeholder={text('palette.search')}
            spellCheck="false"
            dir={typed === '' ? undefined : 'auto'}
            onKeyDown={chooseFirst}
          />
        </SearchField>
        {problem !== '' && (
          <p className="error-text" role="alert">
            {problem}
          </p>
        )}
        <Menu
          className={joinClasses(menuStyles.menu, styles.entries)}
          aria-label={text('palette.entries')}
          onAction={choose}
          renderEmptyState={() => <p className="muted">{text('palette.nothing')}</p>}
        >
          {sections.map((section) => (
            <MenuSection key={section.id} aria-label={text(`palette.section.${section.id}`)}>
              <Header className={menuStyles.menuHeading}>{text(`palette.section.${section.id}`)}</Header>
              {section.entries.map((entry) => (
                <MenuItem
                  key={entry.id}
                  id={getCounter(entry.id)}
                  className={joinClasses(menuStyles.menuItem, styles.entry)}
                  textValue={entry.label}
                  // `isDisabled` would take it out of the way of the arrow keys, and a screen reader would not say its reason.
                  {...(entry.reason === null ? {} : { render: renderUnavailableItem })}
                >
                  <span dir="auto">
                    {entry.label}
                    {entry.person !== undefined && <PersonNotes id={entry.person} />}
                    {entry.reason !== null && <span className={menuStyles.menuReason}>{entry.reason}</span>}
                  </span>
                  {entry.aside !== undefined && <span className={menuStyles.menuAside}>{entry.aside}</span>}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Autocomplete>
    </div>
  );
}
