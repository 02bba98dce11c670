import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from './Button.tsx';
import './dialog.css';

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  /** The question, naming what is lost or cannot be undone. */
  readonly question: string;
  readonly children: ReactNode;
  readonly yes: string;
  readonly no: string;
  /** Something of the person is let go: the answer is drawn as a loss. */
  readonly isLoss?: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** A question that something else than a press of a button has raised. */
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
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the safe answer is the one at hand */}
            <Button autoFocus onPress={onNo}>
              {no}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
