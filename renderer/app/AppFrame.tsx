import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Screen } from '#contract/screens.ts';
import { PANE_LIMITS } from '#contract/pane-limits.ts';
import { ShowLazy, LazyLoadFailure, type LazyComponent, useLazyComponent } from '#renderer/shared/lazy.tsx';
import { areQueuesCountedOrFailed } from '#renderer/state/home/home.ts';
import {
  type ReadOnlyStore,
  useFirstStores,
  useStores,
  useStoresIfRead,
  useStoresReader,
} from '#renderer/state/use-stores.ts';
import { useFirstText } from '#renderer/text/first-text.ts';
import { SplitHandle } from '#renderer/ui/SplitHandle.tsx';
import { useAnnouncement } from '#renderer/ui/Status.tsx';
import { focusPane, isFocusLost } from '#renderer/ui/panes.ts';
import { AppBanners } from './AppBanners.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { NavigationRail } from './NavigationRail.tsx';
import {
  LAZY_FORM_EDITOR,
  LAZY_PRINTED_DAY_SHEETS,
  LAZY_REQUISITION_EDITOR,
  LAZY_TOUR,
  LAZY_RELATED_RECORDS,
} from './lazy-parts.ts';
import { startReadingPartsWhenIdle } from './read-parts-when-idle.ts';
import { StatusBar } from './StatusBar.tsx';
import { Toasts } from './Toasts.tsx';
import styles from './frame.module.css';
import { SCREEN_VIEWS } from './screen-views.tsx';

interface ShownScreen {
  /** Empty for the related records of an id, and before the first screen. */
  readonly screen: Screen | '';
  /** Differs between two screens, and between the related records of two ids. */
  readonly key: string;
  readonly element: ReactNode;
}

/**
 * Hook that returns the screen to show: the one before stays until the code of the wanted one is read.
 * @returns `onRetry`: the code could not be read; the function reads it again. Otherwise null
 */
function useShownScreen(): ShownScreen & { readonly onRetry: (() => void) | null } {
  const { view } = useFirstStores();
  const screen = useStore(view.store, (state) => state.screen);
  const related = useStore(view.store, (state) => state.relatedRecords);
  const { component } = SCREEN_VIEWS[screen];
  const ofScreen = useLazyComponent(component, related === null);
  const ofRelated = useLazyComponent(LAZY_RELATED_RECORDS, related !== null);
  const key = `${screen} ${related ?? ''}`;
  const [last, setLast] = useState<ShownScreen>({ screen: '', key: '', element: null });

  if (key === last.key) return { ...last, onRetry: null };
  const { Component: Screen } = ofScreen;
  const { Component: Related } = ofRelated;
  const element =
    related === null ? Screen !== null && <Screen /> : Related !== null && <Related id={related} />;
  const now = { screen: related === null ? screen : '', key } as const;
  if (element !== false) {
    setLast({ ...now, element });
    return { ...now, element, onRetry: null };
  }
  const wanted = related === null ? ofScreen : ofRelated;
  return wanted.hasFailed ? { ...now, element: null, onRetry: wanted.retry } : { ...last, onRetry: null };
}

/** Hook that returns whether a component is read. */
function useIsRead<Props>({ store }: LazyComponent<Props>): boolean {
  return useStore(store, ({ Component }) => Component !== null);
}

type EditorPhase = ReadOnlyStore<{ readonly phase: string }>;
/** Stands for an editor until its store is read. */
const NO_EDITOR: EditorPhase = createStore(() => ({ phase: 'closed' }));

/** Moves the focus into a screen or an editor that replaced the one with the focus. @param screen the one on screen */
function useFocusFollowsScreen(screen: string): void {
  const stores = useStoresIfRead();
  const editor: EditorPhase = stores?.editor.store ?? NO_EDITOR;
  const formEditor: EditorPhase = stores?.formEditor.store ?? NO_EDITOR;
  const isEditing = useStore(editor, ({ phase }) => phase !== 'closed');
  const isEditingForm = useStore(formEditor, ({ phase }) => phase !== 'closed');
  const shown = [
    screen,
    useIsRead(LAZY_REQUISITION_EDITOR) && isEditing,
    useIsRead(LAZY_FORM_EDITOR) && isEditingForm,
  ].join(' ');
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (isFocusLost()) focusPane('list');
  }, [shown]);
}

/** Announces a screen that was not chosen in the navigation: its button has been read there. */
function useScreenAnnouncement(screen: Screen): void {
  const text = useFirstText();
  const isChosenInRail = (document.activeElement?.closest('[data-pane="rail"]') ?? null) !== null;
  useAnnouncement(isChosenInRail ? '' : text(`screen.${screen}`), screen);
}

/** The day sheets, while they are printed or packed. */
function DaySheetsWhilePrinted() {
  const isPrinting = useStore(useStores().day.print.store, ({ sheets }) => sheets !== null);
  return <ShowLazy component={LAZY_PRINTED_DAY_SHEETS} isNeeded={isPrinting} props={{}} />;
}

/** Layout of every screen: banners, navigation rail, the current screen, status bar. */
export function AppFrame() {
  const text = useFirstText();
  const { calls, view, preferences, welcomeAndTour, home } = useFirstStores();
  const reader = useStoresReader();
  const areAllRead = useStoresIfRead() !== null;
  const haveStoresFailed = useStore(reader.store, ({ hasFailed }) => hasFailed);
  const isTouring = useStore(welcomeAndTour.store, ({ step }) => step !== null);
  // The first screen is filled before the parts of others are read.
  const isCounted = useStore(home.store, areQueuesCountedOrFailed);
  const screen = useStore(view.store, (state) => state.screen);
  const shown = useShownScreen();
  // Without those stores nothing of the program works but what is on the first screen.
  const retry = haveStoresFailed ? () => void reader.load() : shown.onRetry;
  const panes = useStore(preferences.store, ({ settings }) => settings.panes);
  const [dragged, setDragged] = useState<number | null>(null);
  const width = dragged ?? panes.rail;
  useFocusFollowsScreen(shown.key);
  useEffect(() => (isCounted ? startReadingPartsWhenIdle(reader) : undefined), [isCounted, reader]);
  useScreenAnnouncement(screen);
  useEffect(() => {
    // Only the screen's name, never a patient's: the title is visible in task bars and on shared screens.
    document.title = text('window.title', { screen: text(`screen.${screen}`) });
  }, [screen, text]);

  async function rest(rail: number): Promise<void> {
    await preferences.choose({ panes: { ...panes, rail } });
    setDragged(null);
  }

  return (
    <div className={styles.frame} data-print="flow" data-collapsed={panes.railCollapsed ? '' : undefined}>
      <div data-print="hide">
        <AppBanners />
      </div>
      <div className={styles.frameBody} data-print="flow" style={{ '--rail-width': `${width}px` }}>
        <NavigationRail />
        <main className={styles.frameMain} data-print="flow" data-screen={shown.screen}>
          <SplitHandle
            label={text('rail.resize')}
            width={width}
            min={PANE_LIMITS.rail.min}
            max={PANE_LIMITS.rail.max}
            onDrag={setDragged}
            onRest={(value) => void rest(value)}
          />
          <ErrorBoundary key={shown.key} onFault={(fault) => void calls['app.reportFault'](fault)}>
            {retry === null ? shown.element : <LazyLoadFailure onRetry={retry} />}
          </ErrorBoundary>
        </main>
      </div>
      <Toasts />
      <StatusBar />
      <ShowLazy component={LAZY_TOUR} isNeeded={isTouring} props={{}} />
      {/* A downtime pack is made by itself whatever screen is shown. */}
      {areAllRead && <DaySheetsWhilePrinted />}
    </div>
  );
}
