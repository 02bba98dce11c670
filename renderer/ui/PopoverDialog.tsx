import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import type { PopoverProps } from 'react-aria-components/Popover';
import { joinClasses } from './join-classes.ts';
import { Popover } from './Overlay.tsx';

/** A button, and whether the box that it opens is open. */
export interface Opener {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly ref: RefObject<HTMLButtonElement | null>;
  /** What the button is given. */
  readonly buttonProps: {
    readonly ref: RefObject<HTMLButtonElement | null>;
    readonly 'aria-haspopup': 'dialog';
    readonly 'aria-expanded': boolean;
    readonly onPress: () => void;
  };
}

/** Returns what joins a button and the dialog that it opens. The dialog is rendered only while it is open. */
export function useOpener(): Opener {
  const ref = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    isOpen,
    setOpen,
    ref,
    buttonProps: {
      ref,
      'aria-haspopup': 'dialog',
      'aria-expanded': isOpen,
      onPress: () => setOpen(!isOpen),
    },
  };
}

interface PopoverDialogProps extends Pick<PopoverProps, 'placement' | 'offset'> {
  readonly opener: Opener;
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: (close: () => void) => ReactNode;
}

/** A dialog in a box beside the button that opens it. Nothing while it is closed. */
export function PopoverDialog({ opener, label, className, children, ...place }: PopoverDialogProps) {
  const { isOpen, setOpen, ref } = opener;
  if (!isOpen) return null;
  return (
    <Popover triggerRef={ref} isOpen onOpenChange={setOpen} {...place}>
      <Dialog className={joinClasses(className)} aria-label={label}>
        {children(() => setOpen(false))}
      </Dialog>
    </Popover>
  );
}
