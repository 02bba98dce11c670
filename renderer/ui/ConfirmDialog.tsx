import type { ReactNode } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from './Button.tsx';
import './dialog.css';

interface ConfirmButtonProps {
  /** Label of the button. */
  readonly label: string;
  readonly icon?: ReactNode;
  readonly size?: 'regular' | 'small';
  /** The question, naming what is lost or cannot be undone. */
  readonly question: string;
  /** What will be lost or will happen. */
  readonly children: ReactNode;
  readonly yes: string;
  readonly no: string;
  /** User input is discarded: the confirming button is styled as a loss. */
  readonly isLoss?: boolean;
  readonly isDisabled?: boolean;
  /** Whether the button is a tab stop; in a row that is not the current one it is not. */
  readonly isTabStop?: boolean;
  readonly onConfirm: () => void;
}

/** A button that asks for confirmation before an action that cannot be undone. */
export function ConfirmButton({
  label,
  icon,
  size = 'regular',
  question,
  children,
  yes,
  no,
  isLoss = false,
  isDisabled = false,
  isTabStop = true,
  onConfirm,
}: ConfirmButtonProps) {
  return (
    <DialogTrigger>
      <Button icon={icon} size={size} isDisabled={isDisabled} excludeFromTabOrder={!isTabStop}>
        {label}
      </Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="confirm">
          <Dialog className="confirm-body" role="alertdialog">
            {({ close }) => (
              <>
                <Heading slot="title" level={2}>
                  {question}
                </Heading>
                {children}
                <div className="confirm-actions">
                  <Button
                    tone={isLoss ? 'loss' : 'primary'}
                    onPress={() => {
                      close();
                      onConfirm();
                    }}
                  >
                    {yes}
                  </Button>
                  {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the safe choice gets the focus */}
                  <Button autoFocus onPress={close}>
                    {no}
                  </Button>
                </div>
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
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
  readonly isLoss?: boolean;
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
  isLoss = false,
  onYes,
  onNo,
}: ConfirmDialogProps) {
  return (
    <ModalOverlay className="overlay" isDismissable isOpen={isOpen} onOpenChange={(open) => !open && onNo()}>
      <Modal className="confirm">
        <Dialog className="confirm-body" role="alertdialog">
          <Heading slot="title" level={2}>
            {question}
          </Heading>
          {children}
          <div className="confirm-actions">
            <Button tone={isLoss ? 'loss' : 'primary'} onPress={onYes}>
              {yes}
            </Button>
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the safe choice gets the focus */}
            <Button autoFocus onPress={onNo}>
              {no}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
