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
import { Status, useAnnouncement } from '#renderer/ui/Status.tsx';
import menuStyles from '#renderer/ui/MenuButton.module.css';
import { findOffered, type PaletteAction } from './palette-action.ts';
import { usePageActions, useProgramActions } from './palette-actions.ts';
import { usePaletteKeys } from './palette-keys.ts';
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
  /** Whether it acts on several records at once. */
  readonly isForMany?: boolean;
  readonly run: (stores: Stores) => void;
}

interface PaletteSection {
  readonly id: 'recents' | 'here' | 'actions' | 'patients' | 'records' | 'many';
  readonly entries: readonly PaletteEntry[];
}

/** Opens a record on the screen of its kind, or everything that refers to an id. */
function open({ kind, id }: Pick<RecentRecordOrPerson, 'kind' | 'id'>, { view, browsers }: Stores): void {
  if (kind === 'person') return view.openRelated(id);
  view.go(SCREEN_BY_KIND[kind]);
  browsers[kind].open(id);
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

/** The actions that match the typed text, with their keys: those of the screen, of the program, and those for several records. */
function useActions(typed: string): {
  readonly here: readonly PaletteEntry[];
  readonly program: readonly PaletteEntry[];
  readonly many: readonly PaletteEntry[];
} {
  const here = usePageActions();
  const program = useProgramActions(here);
  const toEntry = ({ id, label, reason, key, isForMany = false, run }: PaletteAction): PaletteEntry => ({
    id,
    label,
    reason,
    isForMany,
    ...(key === undefined ? {} : { aside: <kbd>{key}</kbd> }),
    run,
  });
  const ofScreen = findOffered(here, typed).map(toEntry);
  const ofProgram = findOffered(program, typed).map(toEntry);
  const isForOne = ({ isForMany }: PaletteEntry): boolean => isForMany !== true;
  return {
    here: ofScreen.filter(isForOne),
    program: ofProgram.filter(isForOne),
    many: [...ofScreen, ...ofProgram].filter((entry) => !isForOne(entry)),
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
    // Behind whatever is found, because the user who looks for a patient types the beginning of one too.
    { id: 'many', entries: actions.many },
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
  const entries = sections.flatMap((section) => section.entries);
  const keys = usePaletteKeys({
    isForMany: (key) => {
      const chosen = key === null ? entries[0] : entries.find(({ id }) => getCounter(id) === key);
      return chosen?.isForMany === true;
    },
    onClose: () => stores.view.showPalette(false),
  });

  function choose(key: Key): void {
    const entry = entries.find(({ id }) => getCounter(id) === key);
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
    const [first] = entries;
    if (first !== undefined && document.getElementById(marked) === null) choose(getCounter(first.id));
  }
  return (
    <div className={styles.palette} onKeyDownCapture={keys.onKeyDownCapture}>
      <Heading slot="title" level={2} className="visually-hidden">
        {text('palette.title')}
      </Heading>
      <Autocomplete
        inputValue={typed}
        onInputChange={(value) => {
          setTyped(value);
          setRefusal('');
          keys.reset();
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
        {keys.isMoveNeeded && (
          <Status as="p" className="muted">
            {text('palette.moveNeeded')}
          </Status>
        )}
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
