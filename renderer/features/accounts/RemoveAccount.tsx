import { useState } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { useStore } from 'zustand';
import type { RemovalKind } from '#contract/removal.ts';
import { getAccountNameWithHostAndUser } from '#renderer/shared/account-label.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { EmptyPaneMessage } from '#renderer/ui/Banner.tsx';
import { Button } from '#renderer/ui/Button.tsx';
import { ModalDialog } from '#renderer/ui/Overlay.tsx';
import { RemovalFields } from './RemovalFields.tsx';

interface RemoveButtonProps {
  readonly what: RemovalKind;
  /** The id of the account; null for all. */
  readonly account: string | null;
  /** Name of the account; empty for all. */
  readonly name: string;
}

/** A button that takes an account, or all, off this computer, after a dialog that says what is lost. */
export function RemoveButton({ what, account, name }: RemoveButtonProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  return (
    <>
      <Button
        tone="quiet"
        aria-label={text(`removal.startNamed.${what}`, { name })}
        onPress={() => setOpen(true)}
      >
        {text(`removal.start.${what}`)}
      </Button>
      <ModalDialog
        size="medium"
        role="alertdialog"
        isOpen={isOpen}
        isDismissable={!isBusy}
        isKeyboardDismissDisabled={isBusy}
        onOpenChange={setOpen}
      >
        {({ close }) => (
          <>
            <Heading slot="title" level={2}>
              {text(`removal.question.${what}`, { name })}
            </Heading>
            <p>{text(`removal.goes.${what}`)}</p>
            <p>{text('removal.service')}</p>
            <RemovalFields what={what} account={account} onBusy={setBusy} onClose={close} />
          </>
        )}
      </ModalDialog>
    </>
  );
}

/** Says what the last removal has deleted, until the user closes it. */
export function RemovalReceiptNotice() {
  const text = useText();
  const { session } = useStores();
  const receipts = useStore(session.store, (state) => state.receipts);
  const [first] = receipts;
  if (first === undefined) return null;
  const title = text(`removal.doneTitle.${first.what}`, {
    name: getAccountNameWithHostAndUser(first, []),
    count: receipts.length,
  });
  const files = receipts.reduce((sum, receipt) => sum + receipt.files.length, 0);
  const foreign = receipts.reduce((sum, receipt) => sum + receipt.foreign, 0);
  const hasKeychain = receipts.every(({ keychain }) => keychain === 'gone');
  const checked = text(hasKeychain ? 'removal.doneHint' : 'removal.doneHintNoKeychain', { files });
  return (
    <EmptyPaneMessage
      title={title}
      hint={foreign === 0 ? checked : `${checked} ${text('removal.doneForeign', { count: foreign })}`}
      action={{ label: text('removal.dismiss'), run: session.dismissReceipts }}
    />
  );
}
