import { Inbox } from 'lucide-react';
import { useStore } from 'zustand';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { AccountList } from './AccountList.tsx';
import { DemoOffer } from './DemoOffer.tsx';
import { OpeningFailure } from './OpeningFailure.tsx';
import { SignInForm } from './SignInForm.tsx';
import './account.css';

interface AccountScreenProps {
  /** No account is open: the page stands alone and welcomes. */
  readonly isWelcome: boolean;
}

/** Who is signed in here: the accounts of this desk, the demo clinic, and a new sign-in. */
export function AccountScreen({ isWelcome }: AccountScreenProps) {
  const text = useText();
  const { accounts } = useStore(useStores().session.store);
  const hasAccounts = accounts.accounts.length > 0;
  return (
    <div className="page account-page" data-pane="list" tabIndex={-1}>
      {isWelcome && !hasAccounts ? <Welcome /> : <h1>{text('place.account')}</h1>}
      <OpeningFailure />
      {hasAccounts && <AccountList />}
      <DemoOffer />
      <Section level={2} title={text(hasAccounts ? 'account.addTitle' : 'account.serviceTitle')}>
        <p className="section-lead">{text('account.serviceHint')}</p>
        <SignInForm />
      </Section>
    </div>
  );
}

function Welcome() {
  const text = useText();
  return (
    <div className="account-welcome">
      <Icon of={Inbox} size={28} />
      <h1>{text('account.welcome')}</h1>
      <p>{text('account.welcomeHint')}</p>
    </div>
  );
}
