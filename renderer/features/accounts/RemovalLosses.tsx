import { Fragment } from 'react';
import { useStore } from 'zustand';
import type { PendingChange } from '#contract/outbox.ts';
import { mayDiscardChangeWithAccount, type AccountRemovalLosses } from '#contract/removal.ts';
import { getOperationLabel, needsDecision } from '#renderer/shared/pending/pending-labels.ts';
import { getAccountNameWithHostAndUser } from '#renderer/shared/account-label.ts';
import { NamedId } from '#renderer/shared/ids/NamedId.tsx';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { IdText } from '#renderer/ui/IdText.tsx';
import { useIsAccountOpen } from './use-removal.ts';
import styles from './accounts.module.css';

interface UnsentChangesProps {
  readonly unsent: readonly PendingChange[];
  readonly discards: ReadonlySet<number>;
  readonly onToggle: (number: number) => void;
  readonly account: string;
}

/** The unsent changes of an account, each with a box to discard it. */
export function UnsentChangesChecklist({ unsent, discards, onToggle, account }: UnsentChangesProps) {
  const text = useText();
  const isOpen = useIsAccountOpen(account);
  return (
    <>
      <p>
        {text('removal.unsent', { count: unsent.length })}{' '}
        {unsent.some(mayDiscardChangeWithAccount) && text('removal.tick', { count: unsent.length })}{' '}
        {!isOpen && text('removal.openFirst')}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard, and not every change has a box */}
      <ul className={styles.removalChanges} tabIndex={0} aria-label={text('removal.unsentList')}>
        {unsent.map((change) => (
          <li key={change.number}>
            {mayDiscardChangeWithAccount(change) ? (
              <>
                <label className={styles.removalTick}>
                  <input
                    type="checkbox"
                    checked={discards.has(change.number)}
                    onChange={() => onToggle(change.number)}
                  />
                  <ChangeName change={change} isOfOpenAccount={isOpen} />
                </label>
                {/* The button that sends all leaves such a change unsent. */}
                {needsDecision(change) && <p className="error-text">{text('removal.decideFirst')}</p>}
              </>
            ) : (
              <>
                <ChangeName change={change} isOfOpenAccount={isOpen} />
                <p className="error-text">{text('removal.mayHaveArrived')}</p>
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface ChangeNameProps {
  readonly change: PendingChange;
  /** The names on screen are those of the open account: the patient of another one is shown by the id. */
  readonly isOfOpenAccount: boolean;
}

function ChangeName({ change, isOfOpenAccount }: ChangeNameProps) {
  const text = useText();
  const { patient } = change;
  return (
    <span>
      {getOperationLabel(text, change.operation)}: <bdi>{change.label === '' ? change.id : change.label}</bdi>
      {patient !== null && (
        <>
          {' · '}
          {isOfOpenAccount ? <NamedId id={patient} show="end" /> : <IdText id={patient} show="end" />}
        </>
      )}
    </span>
  );
}

/** Returns a function that names an account of this computer, given its id. */
function useAccountName(): (id: string) => string {
  const { accounts } = useStore(useStores().session.store, (state) => state.accounts);
  return (id) => {
    const account = accounts.find((each) => each.id === id);
    return account === undefined ? id : getAccountNameWithHostAndUser(account, accounts);
  };
}

/** The accounts whose unsent changes have to be handled before all accounts can be removed. */
export function AccountsBlockingWipe({ contents }: { readonly contents: readonly AccountRemovalLosses[] }) {
  const text = useText();
  const getName = useAccountName();
  return (
    <>
      {contents
        .filter(({ unsent }) => unsent.length > 0)
        .map(({ account, unsent }) => (
          <p key={account} className="error-text">
            {text('removal.unsentElsewhere', { name: getName(account), count: unsent.length })}
          </p>
        ))}
      <p>{text('removal.oneByOne')}</p>
    </>
  );
}

/** Names the accounts that stay on this computer because their PIN has not opened them. */
export function LockedAccountsNotice({ accounts }: { readonly accounts: readonly AccountRemovalLosses[] }) {
  const text = useText();
  const getName = useAccountName();
  return (
    <>
      {accounts.map(({ account }) => (
        <p key={account} className="error-text">
          {text('removal.locked', { name: getName(account) })}
        </p>
      ))}
      <p>{text('removal.unlockFirst')}</p>
    </>
  );
}

interface UnreadableFilesProps {
  readonly accounts: readonly AccountRemovalLosses[];
  readonly isAccepted: boolean;
  readonly onAccept: (isAccepted: boolean) => void;
}

/** Asks for consent to lose files that no key opens, and copies of the local store that are not opened. */
export function UnreadableFilesConsent({ accounts, isAccepted, onAccept }: UnreadableFilesProps) {
  const text = useText();
  const getName = useAccountName();
  return (
    <>
      {accounts.map(({ account, files, oldLocalStores }) => (
        <Fragment key={account}>
          {files === 'unreadable' && (
            <p className="error-text">{text('removal.unreadable', { name: getName(account) })}</p>
          )}
          {oldLocalStores > 0 && (
            <p className="error-text">
              {text('removal.oldFiles', { name: getName(account), count: oldLocalStores })}
            </p>
          )}
        </Fragment>
      ))}
      <label className={styles.removalTick}>
        <input type="checkbox" checked={isAccepted} onChange={({ target }) => onAccept(target.checked)} />
        {text('removal.acceptUnreadable')}
      </label>
    </>
  );
}
