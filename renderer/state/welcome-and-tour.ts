import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PreferencesStore } from './program/preferences.ts';
import type { SessionState, SessionStore } from './sync/session.ts';

/** The steps of the tour, in order. */
export const TOUR_STEPS = ['home', 'search', 'list', 'status', 'navigation'] as const;
export type TourStep = (typeof TOUR_STEPS)[number];

export interface WelcomeAndTourState {
  readonly isWelcomeOpen: boolean;
  /** The shown step of the tour; null while it is not shown. */
  readonly step: TourStep | null;
  /** The user chose to sign in: the first sign-in field takes the focus once it is there. */
  readonly isSigningIn: boolean;
}

/** What a new user sees first: a welcome, which asks where to begin, and a tour. */
export interface WelcomeAndTourStore {
  readonly store: StoreApi<WelcomeAndTourState>;
  /** Watches whether the welcome is due; returns the function that stops. */
  readonly start: () => () => void;
  /** Closes the welcome; the demo clinic is already open behind it. */
  readonly chooseDemo: (options: { readonly hasTour: boolean }) => void;
  /** Closes the welcome for the sign-in. It opens again at the next start unless the user has signed in. */
  readonly chooseSignIn: () => void;
  /** Called once the first sign-in field has taken the focus. */
  readonly endSignInChoice: () => void;
  /** Returns whether this user has neither an account nor seen the welcome before. */
  readonly isNewcomer: () => boolean;
  readonly startTour: () => void;
  /** Shows the next step (1) or the one before (-1); at either end nothing happens. */
  readonly moveTour: (direction: 1 | -1) => void;
  readonly endTour: () => void;
}

interface WelcomeAndTourDeps {
  readonly session: Pick<SessionStore, 'store'>;
  readonly preferences: Pick<PreferencesStore, 'store' | 'choose'>;
}

function hasOwnAccount({ accounts }: SessionState): boolean {
  return accounts.accounts.some(({ kind }) => kind === 'service');
}

function isInDemo({ phase, accounts }: SessionState): boolean {
  const isShown = accounts.session === 'opening' || accounts.session === 'open';
  return phase === 'ready' && accounts.current === 'demo' && isShown;
}

/** Creates the store of the welcome and the tour. */
export function createWelcomeAndTourStore({ session, preferences }: WelcomeAndTourDeps): WelcomeAndTourStore {
  const store = createStore<WelcomeAndTourState>(() => ({
    isWelcomeOpen: false,
    step: null,
    isSigningIn: false,
  }));
  let wasOpened = false;

  function isNewcomer(): boolean {
    const { isRead, settings } = preferences.store.getState();
    return isRead && !settings.isIntroduced && !hasOwnAccount(session.store.getState());
  }
  function openWhereDue(): void {
    if (wasOpened || !isNewcomer() || !isInDemo(session.store.getState())) return;
    wasOpened = true;
    store.setState({ isWelcomeOpen: true });
  }
  function saveIntroduced(): void {
    if (!preferences.store.getState().settings.isIntroduced) void preferences.choose({ isIntroduced: true });
  }
  function startTour(): void {
    saveIntroduced();
    store.setState({ isWelcomeOpen: false, step: TOUR_STEPS[0] });
  }

  return {
    store,
    start: () => {
      const ends = [session.store.subscribe(openWhereDue), preferences.store.subscribe(openWhereDue)];
      return () => ends.forEach((end) => end());
    },
    chooseDemo: ({ hasTour }) => {
      if (hasTour) return startTour();
      saveIntroduced();
      store.setState({ isWelcomeOpen: false });
    },
    chooseSignIn: () => store.setState({ isWelcomeOpen: false, isSigningIn: true }),
    endSignInChoice: () => store.setState({ isSigningIn: false }),
    isNewcomer,
    startTour,
    moveTour: (direction) =>
      store.setState(({ step }) => {
        const at = step === null ? -1 : TOUR_STEPS.indexOf(step);
        return { step: TOUR_STEPS[at + direction] ?? step };
      }),
    endTour: () => store.setState({ step: null }),
  };
}
