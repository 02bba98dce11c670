import { useState, type ReactNode } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { Button } from './Button.tsx';
import { DialogActions, ModalDialog } from './Overlay.tsx';

interface ConfirmButtonProps {
  /** Label of the button that opens the dialog. */
  readonly label: string;
  readonly icon?: ReactNode;
  readonly size?: 'regular' | 'small';
  /** Tone of the button; `primary` for the one main action of a screen. */
  readonly tone?: 'primary' | 'plain';
  /** The question, naming what is lost or cannot be undone. */
  readonly question: string;
  /** Content below the question: what will be lost or will happen. */
  readonly children: ReactNode;
  readonly yes: string;
  readonly no: string;
  /** User input is discarded: the confirming button is styled as a loss. */
  readonly isDestructive?: boolean;
  /** The confirmed action runs: the button keeps the focus, and pressing it does nothing. */
  readonly isPending?: boolean;
  /** Whether the button is a tab stop; in a row that is not the current one it is not. */
  readonly isTabStop?: boolean;
  readonly onConfirm: () => void;
}

/** A button that asks for confirmation before an action that cannot be undone. */
export function ButtonWithConfirmation({
  label,
  icon,
  size = 'regular',
  tone = 'plain',
  isPending = false,
  isTabStop = true,
  onConfirm,
  ...dialog
}: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        tone={tone}
        icon={icon}
        size={size}
        isPending={isPending}
        excludeFromTabOrder={!isTabStop}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <ConfirmDialog
          {...dialog}
          isOpen
          onYes={() => {
            setOpen(false);
            onConfirm();
          }}
          onNo={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  /** The question, naming what is lost or cannot be undone. */
  readonly question: string;
  readonly children: ReactNode;
  readonly yes: string;
  readonly no: string;
  /** User input is discarded: the confirming button is styled as a loss. */
  readonly isDestructive?: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** A confirmation dialog that is opened by the program instead of a button press. */
export function ConfirmDialog({
  isOpen,
  question,
  children,
  yes,
  no,
  isDestructive = false,
  onYes,
  onNo,
}: ConfirmDialogProps) {
  return (
    <ModalDialog role="alertdialog" isOpen={isOpen} onOpenChange={(open) => !open && onNo()}>
      <Heading slot="title" level={2}>
        {question}
      </Heading>
      {children}
      <DialogActions>
        <Button tone={isDestructive ? 'loss' : 'primary'} onPress={onYes}>
          {yes}
        </Button>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the safe choice gets the focus */}
        <Button autoFocus onPress={onNo}>
          {no}
        </Button>
      </DialogActions>
    </ModalDialog>
  );
}
