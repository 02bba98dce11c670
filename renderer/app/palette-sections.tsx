import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { NameConflictNotes, NamedId, useDirectoryEntry } from '#renderer/shared/ids/NamedId.tsx';
import { useIdLabelFormatter } from '#renderer/shared/ids/id-labels.ts';
import { beginRequisitionForPatient } from '#renderer/state/begin-requisition.ts';
import type { RecentRecordOrPerson } from '#renderer/state/navigation/recents.ts';
import { SCREEN_BY_KIND } from '#renderer/state/navigation/view.ts';
import type { Stores } from '#renderer/state/stores.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';
import {
  findOffered,
  hasWordsThatBegin,
  isFirstWhateverIsFound,
  type PaletteAction,
} from './palette-action.ts';
import { usePageActions, useProgramActions } from './palette-actions.ts';
import { type FoundPatient, type PaletteFindings, usePaletteSearch } from './palette-search.ts';

const SHOWN_LENGTH = 80;

/** An entry of the palette. */
export interface PaletteEntry {
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
  /** Whether it is the first entry whatever the search finds. */
  readonly isAlwaysFirst?: boolean;
  readonly run: (stores: Stores) => void;
}

/** Entries below one heading. */
export interface PaletteSection {
  readonly id: 'recents' | 'here' | 'actions' | 'patients' | 'records' | 'further' | 'many';
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
export function PersonNotes({ id }: { readonly id: string }) {
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
  const toEntry = (action: PaletteAction): PaletteEntry => ({
    id: action.id,
    label: action.label,
    reason: action.reason,
    isForMany: action.isForMany ?? false,
    isAlwaysFirst: typed !== '' && isFirstWhateverIsFound(action, typed),
    ...(action.key === undefined ? {} : { aside: <kbd>{action.key}</kbd> }),
    run: action.run,
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

const NOTHING_FOUND: Pick<PaletteFindings, 'patients' | 'records'> = { patients: [], records: [] };

/** Returns whether a patient was found, or a record whose id or name the typed words begin. */
function hasMatch(typed: string, { patients, records }: typeof NOTHING_FOUND): boolean {
  return (
    patients.length > 0 ||
    records.some(({ id, name }) => id === typed || (name !== '' && hasWordsThatBegin(name, typed)))
  );
}

/**
 * Returns all sections in their order. What is known at once is first, but for what may change something where a patient or record
 * has the words.
 */
function arrangeSections(
  { here, program, many }: ReturnType<typeof useActions>,
  found: readonly PaletteSection[],
  isMatch: boolean,
): readonly PaletteSection[] {
  const first = program.filter(({ isAlwaysFirst }) => isAlwaysFirst === true);
  const further = program.filter(({ isAlwaysFirst }) => isAlwaysFirst !== true);
  // Behind whatever is found, because the user who looks for a patient types the beginning of one too.
  const last: PaletteSection = { id: 'many', entries: many };
  return isMatch
    ? [
        { id: 'actions', entries: first },
        ...found,
        { id: 'here', entries: here },
        { id: 'further', entries: further },
        last,
      ]
    : [{ id: 'here', entries: here }, { id: 'actions', entries: [...first, ...further] }, ...found, last];
}

/**
 * Returns whether the first entry is one of several patients, or of several records, none of which has the typed text as its id: the
 * user has to see them to choose one.
 */
function isFirstOneOfSeveral(
  typed: string,
  first: PaletteSection['id'] | undefined,
  { patients, records }: typeof NOTHING_FOUND,
): boolean {
  const alike = first === 'patients' ? patients : first === 'records' ? records : [];
  return alike.length > 1 && alike[0]?.id !== typed;
}

/**
 * Hook that returns the sections of the palette for the typed text, and why a search failed.
 * @param onFound called right before the search changes the sections; must be stable
 */
export function useSections(
  typed: string,
  onFound: () => void,
): {
  readonly sections: readonly PaletteSection[];
  readonly problem: string;
  /** Whether the search has not ended. */
  readonly isSearching: boolean;
  /** Whether the first entry is one of several patients or of several records. */
  readonly isOneOfSeveral: boolean;
} {
  const text = useText();
  const idLabels = useIdLabelFormatter();
  const recents = useStore(useStores().recents.store, ({ entries }) => entries);
  const findings = usePaletteSearch(typed, onFound);
  const failure = findings?.error ?? null;
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
  const anything = findings ?? NOTHING_FOUND;
  const { patients, records } = anything;
  const actions = useActions(typed);
  const found: readonly PaletteSection[] = [
    {
      id: 'patients',
      entries: [
        ...patients.map(({ id }) => toEntry({ kind: 'person', id, name: '' })),
        ...patients.map(toOrderEntry),
      ],
    },
    {
      id: 'records',
      entries: records.map(({ about, ...entry }) => toEntry(entry, toPatientNote(about))),
    },
  ];
  const recent: PaletteSection = {
    id: 'recents',
    entries: typed === '' ? recents.map((entry) => toEntry(entry, toPatientNote(entry.about))) : [],
  };
  const arranged = [recent, ...arrangeSections(actions, found, hasMatch(typed, anything))];
  const sections = arranged.filter(({ entries }) => entries.length > 0);
  return {
    sections,
    problem: failure === null ? '' : getErrorSentence(failure),
    isSearching: typed !== '' && findings === null,
    isOneOfSeveral: isFirstOneOfSeveral(typed, sections[0]?.id, anything),
  };
}
