import { useEffect, useId, useRef, type KeyboardEvent, useState, type CSSProperties } from 'react';
import { useStore } from 'zustand';
import type { Screen } from '#contract/screens.ts';
import { createHomeQueues, openListOfQueue, type HomeQueue } from '#renderer/features/home/queue-rows.ts';
import { TOUR_STEPS, type TourStep } from '#renderer/state/welcome-and-tour.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { focusPane } from '#renderer/ui/panes.ts';
import styles from './welcome-and-tour.module.css';
import { Status } from '#renderer/ui/Status.tsx';

type Frame = Pick<CSSProperties, 'top' | 'left' | 'width' | 'height'>;

function isEqual(one: Frame | null, other: Frame | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The distance of the frame from what it frames, in pixels: the words at its edge stay readable. */
const DISTANCE = 6;

/** Returns the frame around the first visible element of a selector, within the window and the panes that scroll or cut it. */
function measure(selector: string): Frame | null {
  const shown = [...document.querySelectorAll(selector)].find((each) =>
    each.checkVisibility({ visibilityProperty: true }),
  );
  if (shown === undefined) return null;
  const box = shown.getBoundingClientRect();
  let [top, left] = [Math.max(0, box.top - DISTANCE), Math.max(0, box.left - DISTANCE)];
  let [bottom, right] = [
    Math.min(window.innerHeight, box.bottom + DISTANCE),
    Math.min(window.innerWidth, box.right + DISTANCE),
  ];
  for (let around = shown.parentElement; around !== null; around = around.parentElement) {
    if (getComputedStyle(around).overflowY === 'visible') continue;
    const edge = around.getBoundingClientRect();
    [top, left] = [Math.max(top, edge.top), Math.max(left, edge.left)];
    [bottom, right] = [Math.min(bottom, edge.bottom), Math.min(right, edge.right)];
  }
  return bottom <= top || right <= left ? null : { top, left, width: right - left, height: bottom - top };
}

/**
 * Returns where the first visible element of a selector lies in the window, and follows it; null while there is none.
 * @param selector of an element that may appear, move and change its size while it is followed
 */
function useTourTargetRect(selector: string): Frame | null {
  const [frame, setFrame] = useState<Frame | null>(null);
  useEffect(() => {
    let request = 0;
    const follow = (): void => {
      const found = measure(selector);
      setFrame((before) => (isEqual(before, found) ? before : found));
      request = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(request);
  }, [selector]);
  return frame;
}

/** Where a step takes place: the screen, and what is framed on it. */
const PLACES: Readonly<Record<TourStep, { readonly screen: Screen; readonly framed: string }>> = {
  home: { screen: 'home', framed: '[data-tour="queues"]' },
  search: { screen: 'requisitions', framed: ':has(> [data-search])' },
  list: { screen: 'requisitions', framed: '[data-pane="list"]' },
  status: { screen: 'requisitions', framed: '[data-pane="status"]' },
  navigation: { screen: 'home', framed: '[data-pane="rail"]' },
};

/** The tour, while it is shown: a box over the screens that it leads to. They stay usable beside it. */
export function Tour() {
  const step = useStore(useStores().welcomeAndTour.store, (state) => state.step);
  return step === null ? null : <TourBox step={step} />;
}

/** Returns the function that ends the tour and gives the focus back to what had it before. */
function useEndTour(): () => void {
  const { welcomeAndTour } = useStores();
  const before = useRef(document.activeElement);
  return () => {
    welcomeAndTour.endTour();
    const former = before.current;
    if (former instanceof HTMLElement && former !== document.body && former.isConnected) former.focus();
    else focusPane('list');
  };
}

/** Returns the first queue that has a list and is not empty; null if there is none, and before the first count. */
function useFirstQueue(): HomeQueue | null {
  const text = useText();
  const counted = useStore(useStores().home.store, (state) => state.counted);
  if (counted === null) return null;
  // The queues of this computer have no list, so their counts are not needed.
  const rows = createHomeQueues(text, counted, { decisions: null, unsavedDrafts: 0 });
  return rows.find(({ link, count }) => link !== null && count !== null && count > 0) ?? null;
}

function TourBox({ step }: { readonly step: TourStep }) {
  const text = useText();
  const stores = useStores();
  const { welcomeAndTour, view } = stores;
  const first = useFirstQueue();
  const titleId = useId();
  const end = useEndTour();
  const { screen, framed } = PLACES[step];
  const frame = useTourTargetRect(framed);
  const number = TOUR_STEPS.indexOf(step) + 1;
  const isLast = number === TOUR_STEPS.length;
  const boxRef = useRef<HTMLElement>(null);
  // Before the screen changes: the new one takes the focus where nothing has it.
  useEffect(() => boxRef.current?.querySelector('button')?.focus(), []);
  useEffect(() => view.go(screen), [view, screen]);

  function goOn(): void {
    if (!isLast) return welcomeAndTour.moveTour(1);
    end();
    if (first !== null) openListOfQueue(stores, first);
  }
  function getGoOnLabel(): string {
    if (!isLast) return text('introduction.next');
    return first === null
      ? text('introduction.finish')
      : text('introduction.firstQueue', { name: first.label });
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    end();
  }

  return (
    <>
      {frame !== null && <div className={styles.frame} data-print="hide" style={frame} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape ends the tour from every button inside */}
      <section
        ref={boxRef}
        className={styles.tour}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- F6 focuses this box by its tabindex, which HTML forbids on a `dialog`
        role="dialog"
        aria-labelledby={titleId}
        data-pane="tour"
        data-print="hide"
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <p className={styles.progress}>
          {text('introduction.progress', { step: number, count: TOUR_STEPS.length })}
        </p>
        <Status as="div" className={styles.words}>
          <h2 id={titleId}>{text(`introduction.steps.${step}.title`)}</h2>
          <p>{text(`introduction.steps.${step}.body`)}</p>
          {isLast && <p className="muted">{text('introduction.again')}</p>}
        </Status>
        <div className={styles.buttons}>
          <Button tone="primary" onPress={goOn}>
            {getGoOnLabel()}
          </Button>
          {number > 1 && (
            <Button onPress={() => welcomeAndTour.moveTour(-1)}>{text('introduction.back')}</Button>
          )}
          {!isLast && (
            <Button tone="quiet" onPress={end}>
              {text('introduction.skip')}
            </Button>
          )}
        </div>
      </section>
    </>
  );
}
