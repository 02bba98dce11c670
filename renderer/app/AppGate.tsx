import { useEffect } from 'react';
import { useStore } from 'zustand';
import { ShowLazy } from '#renderer/shared/lazy.tsx';
import type { SessionState } from '#renderer/state/sync/session.ts';
import { useFirstStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useFirstText } from '#renderer/text/first-text.ts';
import { EmptyPaneMessage } from '#renderer/ui/Banner.tsx';
import { Skeleton } from '#renderer/ui/Skeleton.tsx';
import { KeychainPromptBanner } from './AppBanners.tsx';
import { AppFrame } from './AppFrame.tsx';
import { PolicyProblemBanner } from './PolicyProblemBanner.tsx';
import { LAZY_ACCOUNT_SCREEN } from './lazy-parts.ts';
import { LAZY_RECORD_WINDOW } from './lazy-record-window.ts';
import styles from './frame.module.css';

const SKELETON_ROWS = 12;
const SKELETON_HEIGHT = 44;

interface FailureScreenProps {
  readonly title: string;
  readonly safe: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** Fills the window when the app cannot run: what is wrong, which data is safe, and what the user can do. */
export function FailureScreen({ title, safe, action }: FailureScreenProps) {
  return (
    <main className={styles.failure}>
      <EmptyPaneMessage
        isPage
        role="alert"
        title={title}
        hint={safe}
        {...(action === undefined ? {} : { action })}
      />
    </main>
  );
}

/** The rows that stand for a screen which is not known yet. */
export function UnknownScreenSkeleton() {
  const text = useFirstText();
  return <Skeleton label={text('failure.starting')} rows={SKELETON_ROWS} rowHeight={SKELETON_HEIGHT} />;
}

/** Which screen fills the window, by the state of the session; `app`: the ordinary screens. */
type AppGateState = 'starting' | 'start-failed' | 'engine-failed' | 'welcome' | 'app';

/** Returns whether the app can be shown, or what prevents it. */
export function toAppGateState({ phase, engine, accounts }: SessionState): AppGateState {
  if (engine === 'failed') return 'engine-failed';
  // A locked account counts as starting: its lock screen follows in a moment.
  if (phase === 'starting' || accounts.session === 'locked') return 'starting';
  if (phase === 'failed') return 'start-failed';
  return accounts.session === 'open' || accounts.session === 'opening' ? 'app' : 'welcome';
}

/** The screen that fills the window, or the reason why the app cannot be shown. */
export function AppGate() {
  const text = useFirstText();
  const stores = useFirstStores();
  const state = useStore(stores.session.store);
  const { recordWindow } = stores;
  const again = { label: text('failure.tryAgain'), run: stores.reload };
  const reopen = { ...again, run: () => void stores.session.reopen() };
  const safe = text('failure.safe');
  const gate = toAppGateState(state);
  useEffect(() => {
    if (gate !== 'app') document.title = text('window.titleAlone');
  }, [gate, text]);

  switch (gate) {
    case 'app':
      return recordWindow === null ? (
        <AppFrame />
      ) : (
        <ShowLazy
          component={LAZY_RECORD_WINDOW}
          props={{ kind: recordWindow.kind }}
          placeholder={<UnknownScreenSkeleton />}
        />
      );
    case 'welcome':
      return (
        <main className={styles.welcome}>
          <KeychainPromptBanner session={stores.session} />
          <PolicyProblemBanner />
          <ShowLazy
            component={LAZY_ACCOUNT_SCREEN}
            props={{ isWelcome: true }}
            placeholder={<UnknownScreenSkeleton />}
          />
        </main>
      );
    case 'starting':
      return <UnknownScreenSkeleton />;
    case 'start-failed': {
      const why = state.error === null ? '' : getErrorSentence(state.error);
      return <FailureScreen title={text('failure.startTitle')} safe={`${why} ${safe}`} action={again} />;
    }
    case 'engine-failed': {
      // An engine stopped by another running Intray has not failed itself: the user can close the other one.
      const { error } = state.accounts;
      const why = error?.code === 'held' ? getErrorSentence(error) : '';
      return (
        <FailureScreen title={text('failure.engineTitle')} safe={`${why} ${safe}`.trim()} action={reopen} />
      );
    }
  }
}
