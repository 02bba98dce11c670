import { useState } from 'react';
import { useStore } from 'zustand';
import type { Account } from '#contract/accounts.ts';
import {
  getAccountLabel,
  getAccountNameWithHostAndUser,
  getHostBesideLabel,
} from '#renderer/shared/account-label.ts';
import { useDateFormat } from '#renderer/shared/record/date-time.tsx';
import { getOpenAccountId } from '#renderer/state/sync/session.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { AccountLabelEditor } from './AccountLabelEditor.tsx';
import { RemoveButton } from './RemoveAccount.tsx';
import { RenewTokensFields } from './RenewTokensFields.tsx';
import { TransferButton } from './TransferDialog.tsx';
import styles from './accounts.module.css';

/** The accounts on this computer. One is open at a time; their records are never mixed. */
export function AccountList() {
  const text = useText();
  const { session, view } = useStores();
  const { accounts, current } = useStore(session.store, (state) => state.accounts);
  const isRenewing = useStore(view.store, (state) => state.isTokenEditorOpen);
  const open = accounts.find((account) => account.id === current);
  return (
    <Section level={2} title={text('account.listTitle')}>
      <ul className={styles.accounts}>
        {accounts.map((account) => (
          <li key={account.id}>
            <AccountRow account={account} />
          </li>
        ))}
      </ul>
      {accounts.some(({ kind }) => kind === 'service') && (
        <div className={styles.accountsEnd}>
          <RemoveButton what="wipe" account={null} name="" />
        </div>
      )}
      {isRenewing && open !== undefined && <RenewTokensFields account={open} />}
    </Section>
  );
}

function AccountRow({ account }: { readonly account: Account }) {
  const text = useText();
  const { session, view } = useStores();
  const [isOpening, setOpening] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const isCurrent = useStore(session.store, ({ accounts }) => accounts.current === account.id);
  const error = useStore(session.store, ({ failedSwitch }) =>
    failedSwitch?.account === account.id ? failedSwitch.error : null,
  );
  const isOpen = useStore(session.store, ({ accounts }) => getOpenAccountId(accounts) === account.id);
  const { accounts } = useStore(session.store, (state) => state.accounts);
  const isService = account.kind === 'service';
  const label = getAccountLabel(text, account, accounts);
  const name = isService ? getAccountNameWithHostAndUser(account, accounts) : label;

  async function open(): Promise<void> {
    setOpening(true);
    await session.switchTo(account.id);
    setOpening(false);
  }

  return (
    <div className={styles.account} data-kind={account.kind} data-current={isCurrent ? '' : undefined}>
      <div className={styles.accountName} dir="auto">
        {label}
      </div>
      <AccountFacts account={account} />
      <div className={styles.accountActions}>
        {isCurrent ? (
          <>
            {isOpen && (
              <span className={styles.accountCurrent}>
                <StatusMark shape="tick" />
                {text('account.current')}
              </span>
            )}
            {isService && <Button onPress={() => view.showTokenEditor(true)}>{text('account.renew')}</Button>}
          </>
        ) : (
          <Button
            aria-label={text('account.openNamed', { name })}
            isPending={isOpening}
            onPress={() => void open()}
          >
            {text(isOpening ? 'account.opening' : 'account.open')}
          </Button>
        )}
        {isService && (
          <>
            <Button
              aria-label={text('accountLabel.editNamed', { name })}
              aria-expanded={isNaming}
              onPress={() => setNaming(!isNaming)}
            >
              {text('accountLabel.edit')}
            </Button>
            <TransferButton what="export" account={account} />
            <TransferButton what="import" account={account} />
            <RemoveButton what="sign-out" account={account.id} name={name} />
            <RemoveButton what="remove" account={account.id} name={name} />
          </>
        )}
      </div>
      {isNaming && <AccountLabelEditor account={account} onClose={() => setNaming(false)} />}
      {error !== null && (
        <p className="error-text" role="alert">
          {getErrorSentence(error)}
        </p>
      )}
    </div>
  );
}

function AccountFacts({ account }: { readonly account: Account }) {
  const text = useText();
  const { date } = useDateFormat();
  const host = getHostBesideLabel(account);
  return (
    <div className={styles.accountFacts}>
      {host !== null && <span>{host}</span>}
      {account.kind === 'service' && account.userId === null && <span>{text('account.unknownUser')}</span>}
      {account.userId !== null && <IdText id={account.userId} show="whole" />}
      {account.kind === 'demo' && <span>{text('secrets.demo')}</span>}
      {account.addedAt !== null && <span>{text('account.added', { when: date(account.addedAt) })}</span>}
    </div>
  );
}
