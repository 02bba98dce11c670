import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { PendingOperation } from '#contract/outbox.ts';
import {
  hasCertainlyNotArrived,
  type AccountContent,
  type RemovalKind,
  type RemovalRequest,
} from '#contract/removal.ts';
import { getErrorSentence, type AppError } from '#contract/result.ts';
import { getOperationLabel } from '#renderer/shared/pending/pending-labels.ts';
import { getOpenAccountId } from '#renderer/state/sync/session.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { DialogActions } from '#renderer/ui/Overlay.tsx';
import { getHost } from './model.ts';
import styles from './accounts.module.css';

interface RemovalFormProps {
  readonly what: RemovalKind;
  readonly account: string | null;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onClose: () => void;
}

type Busy = 'looking' | 'sending' | 'working' | null;

/** Loads what would be lost; sends it or deletes it. */
function useRemoval({ account, onBusy, onClose }: RemovalFormProps) {
  const { session, health } = useStores();
  const [contents, setContents] = useState<readonly AccountContent[] | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [busy, setBusy] = useState<Busy>('looking');

  async function look(): Promise<void> {
    const found = await session.listContents(account);
    setError(found.ok ? null : found.error);
    setContents(found.ok ? found.value.contents : null);
    setBusy(null);
  }
  useEffect(() => {
    void look();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the dialog opens
  }, []);

  async function send(): Promise<void> {
    setBusy('sending');
    await health.sync();
    await look();
  }
  async function remove(request: RemovalRequest): Promise<void> {
    setBusy('working');
    onBusy(true);
    const failed = await session.remove(request);
    onBusy(false);
    setBusy(null);
    if (failed === null) return onClose();
    await look();
    setError(failed);
  }
  return { contents, error, busy, send, remove };
}

/** What the user still has to do before the deletion may begin. */
function getPlan(
  contents: readonly AccountContent[],
  account: string | null,
  discards: ReadonlySet<number>,
  acceptsUnreadable: boolean,
) {
  const unreadable = contents.filter(({ files }) => files === 'unreadable');
  const unsent = contents.flatMap((each) => each.unsent);
  const mayDiscard = (each: PendingOperation): boolean =>
    account !== null && hasCertainlyNotArrived(each) && discards.has(each.number);
  const isAllowed = unsent.every(mayDiscard) && (unreadable.length === 0 || acceptsUnreadable);
  return { unreadable, unsent, isAllowed };
}

type RemovalPlan = ReturnType<typeof getPlan>;

/** Returns the request for what the user has confirmed. */
function toRequest({ what, account }: RemovalFormProps, { unsent }: RemovalPlan, acceptsUnreadable: boolean) {
  const wipe: RemovalRequest = { what: 'wipe', acceptsUnreadable };
  if (what === 'wipe' || account === null) return wipe;
  return { what, account, discards: unsent.map(({ number }) => number), acceptsUnreadable };
}

/** Lists the unsent changes, each to be discarded by name, and asks for the last confirmation. */
export function RemovalForm(props: RemovalFormProps) {
  const { account } = props;
  const removal = useRemoval(props);
  const { contents, error, busy } = removal;
  const [discards, setDiscards] = useState<ReadonlySet<number>>(new Set());
  const [acceptsUnreadable, setAccepts] = useState(false);
  const plan = getPlan(contents ?? [], account, discards, acceptsUnreadable);
  const { unreadable, unsent } = plan;

  function toggle(number: number): void {
    const others = [...discards].filter((each) => each !== number);
    setDiscards(new Set(discards.has(number) ? others : [...others, number]));
  }

  return (
    <>
      <Progress busy={busy} isClear={contents !== null && unsent.length + unreadable.length === 0} />
      {unsent.length > 0 &&
        (account === null ? (
          <UnsentElsewhere contents={contents ?? []} />
        ) : (
          <UnsentChanges unsent={unsent} discards={discards} onToggle={toggle} account={account} />
        ))}
      {unreadable.length > 0 && (
        <UnreadableFiles accounts={unreadable} isAccepted={acceptsUnreadable} onAccept={setAccepts} />
      )}
      {error !== null && (
        <p className="error-text" role="alert">
          {getErrorSentence(error)}
        </p>
      )}
      <RemovalActions
        {...props}
        busy={busy}
        unsent={unsent.length}
        isReady={contents !== null && busy === null && plan.isAllowed}
        onSend={() => void removal.send()}
        onConfirm={() => void removal.remove(toRequest(props, plan, acceptsUnreadable))}
      />
    </>
  );
}

function Progress({ busy, isClear }: { readonly busy: Busy; readonly isClear: boolean }) {
  const text = useText();
  return (
    <output>
      {busy === 'looking' && <p>{text('removal.looking')}</p>}
      {isClear && <p>{text('removal.nothingUnsent')}</p>}
    </output>
  );
}

interface RemovalActionsProps extends RemovalFormProps {
  readonly busy: Busy;
  /** The number of unsent changes. */
  readonly unsent: number;
  readonly isReady: boolean;
  readonly onSend: () => void;
  readonly onConfirm: () => void;
}

function RemovalActions({ what, account, busy, unsent, isReady, ...on }: RemovalActionsProps) {
  const text = useText();
  const isOpen = useIsOpen(account);
  const confirm =
    unsent > 0 && account !== null
      ? text('removal.confirmDiscard', { count: unsent })
      : text(`removal.confirm.${what}`);
  return (
    <DialogActions>
      <Button tone="loss" isDisabled={!isReady} onPress={on.onConfirm}>
        {busy === 'working' ? text('removal.working') : confirm}
      </Button>
      {isOpen && unsent > 0 && (
        <Button isDisabled={busy !== null} onPress={on.onSend}>
          {text(busy === 'sending' ? 'removal.sending' : 'removal.sendNow')}
        </Button>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the safe choice gets the focus */}
      <Button autoFocus isDisabled={busy === 'working'} onPress={on.onClose}>
        {text('removal.keep')}
      </Button>
    </DialogActions>
  );
}

/** Returns whether an account is open, so that its changes can be sent. */
function useIsOpen(account: string | null): boolean {
  const openId = useStore(useStores().session.store, ({ accounts }) => getOpenAccountId(accounts));
  return account !== null && openId === account;
}

interface UnsentChangesProps {
  readonly unsent: readonly PendingOperation[];
  readonly discards: ReadonlySet<number>;
  readonly onToggle: (number: number) => void;
  readonly account: string;
}

/** The unsent changes of an account, each with a box to discard it. */
function UnsentChanges({ unsent, discards, onToggle, account }: UnsentChangesProps) {
  const text = useText();
  const isOpen = useIsOpen(account);
  return (
    <>
      <p>
        {text('removal.unsent', { count: unsent.length })}{' '}
        {unsent.some(hasCertainlyNotArrived) && text('removal.tick')} {!isOpen && text('removal.openFirst')}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
      <ul className={styles.removalChanges} tabIndex={0} aria-label={text('removal.unsentList')}>
        {unsent.map((write) => (
          <li key={write.number}>
            {hasCertainlyNotArrived(write) ? (
              <label className={styles.removalTick}>
                <input
                  type="checkbox"
                  checked={discards.has(write.number)}
                  onChange={() => onToggle(write.number)}
                />
                <ChangeName write={write} />
              </label>
            ) : (
              <>
                <ChangeName write={write} />
                <p className="error-text">{text('removal.mayHaveArrived')}</p>
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function ChangeName({ write }: { readonly write: PendingOperation }) {
  const text = useText();
  return (
    <span>
      {getOperationLabel(text, write.operation)}: <bdi>{write.label === '' ? write.id : write.label}</bdi>
    </span>
  );
}

/** Returns a function that names an account of this computer by its address and user. */
function useAccountName(): (id: string) => string {
  const { accounts } = useStore(useStores().session.store, (state) => state.accounts);
  return (id) => {
    const account = accounts.find((each) => each.id === id);
    return account === undefined ? id : `${getHost(account)} ${account.userId ?? ''}`.trim();
  };
}

/** The accounts that keep a wipe from beginning. */
function UnsentElsewhere({ contents }: { readonly contents: readonly AccountContent[] }) {
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

interface UnreadableFilesProps {
  readonly accounts: readonly AccountContent[];
  readonly isAccepted: boolean;
  readonly onAccept: (isAccepted: boolean) => void;
}

/** Asks for consent to lose files that no key opens. */
function UnreadableFiles({ accounts, isAccepted, onAccept }: UnreadableFilesProps) {
  const text = useText();
  const getName = useAccountName();
  return (
    <>
      {accounts.map(({ account }) => (
        <p key={account} className="error-text">
          {text('removal.unreadable', { name: getName(account) })}
        </p>
      ))}
      <label className={styles.removalTick}>
        <input type="checkbox" checked={isAccepted} onChange={({ target }) => onAccept(target.checked)} />
        {text('removal.acceptUnreadable')}
      </label>
    </>
  );
}
