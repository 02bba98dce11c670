import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentProps,
  type RefObject,
} from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Header } from 'react-aria-components/Header';
import { Heading } from 'react-aria-components/Heading';
import { Input } from 'react-aria-components/Input';
import { type Key, Menu, MenuItem, type MenuItemProps, MenuSection } from 'react-aria-components/Menu';
import { SearchField } from 'react-aria-components/SearchField';
import { useStore } from 'zustand';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import { useNumericIds } from '#renderer/ui/use-numeric-ids.ts';
import { ModalDialog } from '#renderer/ui/Overlay.tsx';
import { Status, useAnnouncement } from '#renderer/ui/Status.tsx';
import menuStyles from '#renderer/ui/MenuButton.module.css';
import { usePaletteKeys, usePointedEntry, type EnterHold } from './palette-keys.ts';
import { PersonNotes, useSections, type PaletteEntry, type PaletteSection } from './palette-sections.tsx';
import { paletteTypeAhead } from './type-ahead.ts';
import styles from './CommandPalette.module.css';

/** The event by which React Aria's field tells its list to mark its first entry. */
const MARK_FIRST = 'react-aria-focus';
const MARK_FIRST_OPTIONS = { cancelable: true, bubbles: true, detail: { focusStrategy: 'first' } };

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

/** Renders an entry that cannot act now: the arrow keys reach it, and screen readers call it unavailable. */
const renderUnavailableItem: NonNullable<MenuItemProps['render']> = (props) => (
  <div {...(props as ComponentProps<'div'>)} aria-disabled /> // An entry that is no link is a div.
);

function PaletteBody() {
  const text = useText();
  const stores = useStores();
  const getCounter = useNumericIds();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [refusal, setRefusal] = useState('');
  const [isEnterWaiting, setEnterWaiting] = useState(false);
  useEffect(() => {
    field.current?.focus();
    if (field.current !== null && paletteTypeAhead.insertInto(field.current)) setEnterWaiting(true);
    return () => paletteTypeAhead.clear();
  }, []);
  useAnnouncement(refusal);
  const list = useRef<HTMLDivElement>(null);
  const hasKeyMoved = useRef(false);
  const pointed = usePointedEntry(() => setEnterWaiting(false));
  const { isMarked: isPointedMarked } = pointed;
  const hasMoved = useCallback(() => hasKeyMoved.current || isPointedMarked(), [isPointedMarked]);
  // React Aria marks the first entry of the list that comes next, as it does after typing.
  const markFirstOfNext = useCallback(() => {
    if (!hasMoved()) list.current?.dispatchEvent(new CustomEvent(MARK_FIRST, MARK_FIRST_OPTIONS));
  }, [hasMoved]);
  const { sections, problem, isSearching, isOneOfSeveral } = useSections(typed.trim(), markFirstOfNext);
  const entries = sections.flatMap((section) => section.entries);
  const findEntry = (key: string | null): PaletteEntry | undefined =>
    key === null ? entries[0] : entries.find(({ id }) => getCounter(id) === key);
  const getHold = (key: string | null): EnterHold | null => {
    const entry = findEntry(key);
    if (entry?.isForMany === true) return 'many';
    return problem !== '' && entry?.isAlwaysFirst !== true ? 'failed' : null;
  };
  const keys = usePaletteKeys({
    hasMoved,
    noteMoved: (has) => {
      hasKeyMoved.current = has;
      if (!has) pointed.forget();
      // Enter has meant the first entry, and the user goes to another one.
      if (has) setEnterWaiting(false);
    },
    getHold,
    onEnterAtFirst: () => {
      if (typed.trim() === '') return false;
      // Nothing that may change something is chosen before it is known whether a patient or record has the words.
      if (isSearching && entries[0]?.isAlwaysFirst !== true) setEnterWaiting(true);
      else chooseFirst(null);
      return true;
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
  /**
   * Chooses the first entry, whichever is marked: a search may have put another one first.
   * @param ownHold why it is not chosen although Enter alone may choose it; null where it is
   */
  function chooseFirst(ownHold: EnterHold | null): void {
    const [first] = entries;
    if (first === undefined) return;
    const hold = getHold(null) ?? ownHold;
    if (hold === null) choose(getCounter(first.id));
    else keys.askToMove(hold);
  }
  // The user has not seen what was found, and two people may have one name.
  const chooseOnceFound = useEffectEvent(() => chooseFirst(isOneOfSeveral ? 'several' : null));
  useEffect(() => {
    if (isEnterWaiting && !isSearching) chooseOnceFound();
  }, [isEnterWaiting, isSearching]);
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
          setEnterWaiting(false);
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
          />
        </SearchField>
        <PaletteNotices hold={keys.hold} problem={problem} />
        <PaletteEntries ref={list} sections={sections} getCounter={getCounter} onAction={choose} />
      </Autocomplete>
    </div>
  );
}

/** Why Enter did not choose the first entry, and why the search failed. */
function PaletteNotices({ hold, problem }: { readonly hold: EnterHold | null; readonly problem: string }) {
  const text = useText();
  return (
    <>
      {hold !== null && (
        <Status as="p" className="muted">
          {text(`palette.moveNeeded.${hold}`)}
        </Status>
      )}
      {problem !== '' && (
        <p className="error-text" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

interface PaletteEntriesProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly sections: readonly PaletteSection[];
  /** Returns the key of an entry in the list. */
  readonly getCounter: (id: string) => string;
  readonly onAction: (key: Key) => void;
}

/** The entries of the palette, in sections with headings. */
function PaletteEntries({ ref, sections, getCounter, onAction }: PaletteEntriesProps) {
  const text = useText();
  return (
    <Menu
      ref={ref}
      className={joinClasses(menuStyles.menu, styles.entries)}
      aria-label={text('palette.entries')}
      onAction={onAction}
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
  );
}
