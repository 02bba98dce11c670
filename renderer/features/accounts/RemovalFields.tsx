import { useState } from 'react';
import { useStore } from 'zustand';
import type { PendingChange } from '#contract/outbox.ts';
import {
  mayDiscardChangeWithAccount,
  type AccountRemovalLosses,
  type RemovalKind,
  type RemovalRequest,
} from '#contract/removal.ts';
import { toggleInSet } from '#renderer/state/toggle-in-set.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, joinTexts, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithDisabledReason } from '#renderer/ui/ButtonWithDisabledReason.tsx';
import { DialogActions } from '#renderer/ui/Overlay.tsx';
import { TransferButton } from './TransferDialog.tsx';
import {
  LockedAccountsNotice,
  UnreadableFilesConsent,
  UnsentChangesChecklist,
  AccountsBlockingWipe,
} from './RemovalLosses.tsx';
import { useIsAccountOpen, useAccountRemoval, type RemovalProgress } from './use-removal.ts';
import styles from './accounts.module.css';
import { Status } from '#renderer/ui/Status.tsx';

interface RemovalFieldsProps {
  readonly what: RemovalKind;
  /** The id of the account; null for all. */
  readonly account: string | null;
  readonly onBusy: (isBusy: boolean) => void;
  readonly onClose: () => void;
}

/** Returns whether removing an account deletes files whose unsent changes cannot be listed. A locked one stays with its files. */
function hasUnreadableFiles({ files, oldLocalStores }: AccountRemovalLosses): boolean {
  return files !== 'locked' && (files === 'unreadable' || oldLocalStores > 0);
}

/** Returns what would be lost, and whether the user has confirmed all of it. */
function checkConsent(
  contents: readonly AccountRemovalLosses[],
  account: string | null,
  discards: ReadonlySet<number>,
  acceptsUnreadable: boolean,
) {
  const unreadable = contents.filter(hasUnreadableFiles);
  const locked = contents.filter(({ files }) => files === 'locked');
  const unsent = contents.flatMap((each) => each.unsent);
  const mayDiscard = (each: PendingChange): boolean =>
    account !== null && mayDiscardChangeWithAccount(each) && discards.has(each.number);
  const exported = contents.flatMap(({ exportedTo }) => exportedTo ?? []);
  const areExported = contents.every((each) => each.unsent.length === 0 || each.exportedTo !== undefined);
  const isAllowed =
    locked.length === 0 &&
    (areExported || unsent.every(mayDiscard)) &&
    (unreadable.length === 0 || acceptsUnreadable);
  return { unreadable, locked, unsent, isAllowed, exported: areExported ? exported : [] };
}

/** Returns the request for what the user has confirmed. */
function toRequest(
  { what, account }: RemovalFieldsProps,
  discards: ReadonlySet<number>,
  acceptsUnreadable: boolean,
  isExported: boolean,
): RemovalRequest {
  const consent = { acceptsUnreadable, ...(isExported ? { acceptsExported: true as const } : {}) };
  return what === 'wipe' || account === null
    ? { what: 'wipe', ...consent }
    : { what, account, discards: isExported ? [] : [...discards], ...consent };
}

/** Lists the unsent changes, each to be discarded by name, and asks for the last confirmation. */
export function RemovalFields(props: RemovalFieldsProps) {
  const { account } = props;
  const text = useText();
  const removal = useAccountRemoval(props);
  const { contents, error, progress } = removal;
  const [discards, setDiscards] = useState<ReadonlySet<number>>(new Set());
  const [acceptsUnreadable, setAccepts] = useState(false);
  const consent = checkConsent(contents ?? [], account, discards, acceptsUnreadable);
  const { unreadable, locked, unsent, exported } = consent;
  const isExported = exported.length > 0;

  return (
    <>
      <RemovalLossesStatus
        isLoading={progress === 'looking'}
        isClear={contents !== null && unsent.length + unreadable.length + locked.length === 0}
      />
      {unsent.length > 0 &&
        (account === null ? (
          <AccountsBlockingWipe contents={contents ?? []} />
        ) : (
          <UnsentChangesChecklist
            unsent={unsent}
            discards={discards}
            onToggle={(number) => setDiscards(toggleInSet(discards, number))}
            account={account}
          />
        ))}
      {isExported && (
        <p className={styles.transferFile}>
          {text('transfer.unsentExported', { files: joinTexts(exported, 'unit') })}
        </p>
      )}
      {locked.length > 0 && <LockedAccountsNotice accounts={locked} />}
      {unreadable.length > 0 && (
        <UnreadableFilesConsent accounts={unreadable} isAccepted={acceptsUnreadable} onAccept={setAccepts} />
      )}
      {error !== null && (
        <p className="error-text" role="alert">
          {getErrorSentence(error)}
        </p>
      )}
      <RemovalActions
        {...props}
        progress={progress}
        unsent={unsent.length}
        isExported={isExported}
        onExported={() => void removal.look()}
        isReady={contents !== null && progress === null && consent.isAllowed}
        onSend={() => void removal.send()}
        onConfirm={() => void removal.remove(toRequest(props, discards, acceptsUnreadable, isExported))}
      />
    </>
  );
}

interface RemovalLossesStatusProps {
  readonly isLoading: boolean;
  /** Whether the removal would lose nothing unsent. */
  readonly isClear: boolean;
}

function RemovalLossesStatus({ isLoading, isClear }: RemovalLossesStatusProps) {
  const text = useText();
  return (
    <Status as="div" className={styles.removalFindings}>
      {isLoading && <p>{text('removal.looking')}</p>}
      {isClear && <p>{text('removal.nothingUnsent')}</p>}
    </Status>
  );
}

interface RemovalActionsProps extends RemovalFieldsProps {
  readonly progress: RemovalProgress;
  /** The number of unsent changes. */
  readonly unsent: number;
  /** Whether an export file holds all of the unsent changes. */
  readonly isExported: boolean;
  readonly isReady: boolean;
  readonly onExported: () => void;
  readonly onSend: () => void;
  readonly onConfirm: () => void;
}

/** Returns why the removal cannot be confirmed, as a text key. */
function findObstacle(progress: RemovalProgress) {
  if (progress === null) return 'disabled.removalFirst' as const;
  return progress === 'looking' ? ('removal.looking' as const) : ('disabled.running' as const);
}

function RemovalActions({
  what,
  account,
  progress,
  unsent,
  isExported,
  isReady,
  ...on
}: RemovalActionsProps) {
  const text = useText();
  const isOpen = useIsAccountOpen(account);
  const discard =
    unsent > 0 && account !== null
      ? text('removal.confirmDiscard', { count: unsent })
      : text(`removal.confirm.${what}`);
  const confirm = isExported ? text('transfer.confirmExported') : discard;
  const reason = isReady ? null : text(findObstacle(progress));
  const isBusy = progress !== null && progress !== 'sending';
  return (
    <DialogActions>
      <ButtonWithDisabledReason tone="loss" reason={reason} onPress={on.onConfirm}>
        {progress === 'deleting' ? text('removal.deleting') : confirm}
      </ButtonWithDisabledReason>
      {isOpen && unsent > 0 && (
        // A button that is disabled when it is pressed would lose the focus, and with it the keyboard the dialog.
        <Button isPending={progress === 'sending'} isDisabled={isBusy} onPress={on.onSend}>
          {text(progress === 'sending' ? 'removal.sending' : 'removal.sendNow')}
        </Button>
      )}
      {unsent > 0 && !isExported && <ExportButton account={account} onExported={on.onExported} />}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus starts on the button that deletes nothing */}
      <Button autoFocus isDisabled={progress === 'deleting'} onPress={on.onClose}>
        {text('removal.keep')}
      </Button>
    </DialogActions>
  );
}

interface ExportButtonProps {
  /** The id of the account; null for all. */
  readonly account: string | null;
  readonly onExported: () => void;
}

/** Exports the unsent changes of the account, or of all, so that they may leave with it. */
function ExportButton({ account, onExported }: ExportButtonProps) {
  const text = useText();
  const { accounts } = useStore(useStores().session.store, (state) => state.accounts);
  const target = accounts.find(({ id }) => id === account) ?? null;
  if (account !== null && target === null) return null;
  const label = text(account === null ? 'transfer.exportAll' : 'transfer.exportUnsent');
  return <TransferButton what="export" account={target} label={label} onDone={onExported} />;
}
