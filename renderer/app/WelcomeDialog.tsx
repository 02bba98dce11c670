import { Inbox } from 'lucide-react';
import { useId } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { useStore } from 'zustand';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { ModalDialog } from '#renderer/ui/Overlay.tsx';
import styles from './welcome-and-tour.module.css';

/**
 * Over the demo clinic, for a user who has no account: what Intray is, and whether to look around or to sign in. Enter
 * looks around, which has the focus; Escape does so without the tour.
 */
export function WelcomeDialog() {
  const text = useText();
  const { welcomeAndTour } = useStores();
  const isOpen = useStore(welcomeAndTour.store, (state) => state.isWelcomeOpen);
  return (
    <ModalDialog
      size="medium"
      isOpen={isOpen}
      onOpenChange={() => welcomeAndTour.chooseDemo({ hasTour: false })}
    >
      <div className={styles.mark}>
        <Icon shape={Inbox} size={28} />
      </div>
      <Heading slot="title" level={1}>
        {text('account.welcome')}
      </Heading>
      <p>{text('account.welcomeHint')}</p>
      <WelcomeAnswers />
    </ModalDialog>
  );
}

function WelcomeAnswers() {
  const text = useText();
  const { welcomeAndTour, view } = useStores();
  const [demoHint, signInHint] = [useId(), useId()];
  return (
    <div className={styles.answers}>
      <Button
        tone="primary"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is a question, and this is its usual answer
        autoFocus
        aria-describedby={demoHint}
        onPress={() => welcomeAndTour.chooseDemo({ hasTour: true })}
      >
        {text('introduction.demo')}
      </Button>
      <p id={demoHint} className="muted">
        {text('introduction.demoHint')}
      </p>
      <Button
        aria-describedby={signInHint}
        onPress={() => {
          welcomeAndTour.chooseSignIn();
          view.go('account');
        }}
      >
        {text('introduction.signIn')}
      </Button>
      <p id={signInHint} className="muted">
        {text('introduction.signInHint')}
      </p>
    </div>
  );
}
