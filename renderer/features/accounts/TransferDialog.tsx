import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { Heading } from 'react-aria-components/Heading';
import type { Account } from '#contract/accounts.ts';
import { getAccountNameWithHostAndUser } from '#renderer/shared/account-label.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { DialogActions, ModalDialog } from '#renderer/ui/Overlay.tsx';
import { ExportFields } from './ExportFields.tsx';
import { ImportFields } from './ImportFields.tsx';
import { Status } from '#renderer/ui/Status.tsx';

interface TransferButtonProps {
  readonly what: 'export' | 'import';
  /** The account to export or import; null exports all accounts. */
  readonly account: Pick<Account, 'id' | 'baseUrl' | 'userId' | 'label'> | null;
  /** Label of the button; default: the name of the action. */
  readonly label?: string;
  /** Called when the dialog is closed after a file was exported or imported. */
  readonly onDone?: () => void;
}

/** A button that exports or imports the local data of an account, by a dialog that asks for the passphrase. */
export function TransferButton({ what, account, label, onDone = () => {} }: TransferButtonProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  /** What the last export or import has done; null before. */
  const [result, setResult] = useState<ReactNode>(null);
  const { accounts } = useStore(useStores().session.store, (state) => state.accounts);
  const name = account === null ? '' : getAccountNameWithHostAndUser(account, accounts);

  function show(isShown: boolean): void {
    setOpen(isShown);
    if (!isShown && result !== null) onDone();
    setResult(null);
  }
  const form = { onBusy: setBusy, onDone: setResult, onClose: () => show(false) };
  const isImport = what === 'import' && account !== null;
  return (
    <>
      <Button
        tone={label === undefined ? 'quiet' : 'plain'}
        aria-label={label ?? text(`transfer.${what}Named`, { name })}
        onPress={() => show(true)}
      >
        {label ?? text(`transfer.${what}`)}
      </Button>
      <ModalDialog
        size="medium"
        isOpen={isOpen}
        isDismissable={!isBusy}
        isKeyboardDismissDisabled={isBusy}
        onOpenChange={show}
      >
        <Heading slot="title" level={2}>
          {account === null ? text('transfer.exportAllTitle') : text(`transfer.${what}Title`, { name })}
        </Heading>
        {result !== null && <TransferResult result={result} onClose={() => show(false)} />}
        {result === null &&
          (isImport ? (
            <ImportFields {...form} account={account} />
          ) : (
            <ExportFields {...form} account={account} />
          ))}
      </ModalDialog>
    </>
  );
}

function TransferResult({ result, onClose }: { readonly result: ReactNode; readonly onClose: () => void }) {
  const text = useText();
  return (
    <>
      <Status as="div">{result}</Status>
      <DialogActions>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the form that had the focus is gone */}
        <Button autoFocus tone="primary" onPress={onClose}>
          {text('transfer.close')}
        </Button>
      </DialogActions>
    </>
  );
}
