import { useCallback, type ReactNode } from 'react';
import { Dialog, type DialogProps } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay, type ModalOverlayProps } from 'react-aria-components/Modal';
import {
  Popover as AriaPopover,
  PopoverContext,
  type PopoverProps as AriaPopoverProps,
} from 'react-aria-components/Popover';
import { useSlottedContext } from 'react-aria-components/slots';
import { getOverlays } from './Tooltip.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './Overlay.module.css';

type PopoverProps = Omit<AriaPopoverProps, 'className' | 'style'>;

/**
 * Returns the function that watches an open box: in a window of another size, what opened it is scrolled into view, because the
 * box is placed beside it. A list beside a text field does without: scrolling closes it.
 */
function useFollowOpener(
  given: PopoverProps['triggerRef'],
): (box: HTMLElement | null) => (() => void) | undefined {
  const { triggerRef: fromContext, isNonModal = false } = useSlottedContext(PopoverContext) ?? {};
  const triggerRef = given ?? fromContext;
  return useCallback(
    (box) => {
      if (box === null || isNonModal) return undefined;
      const follow = (): void => triggerRef?.current?.scrollIntoView({ block: 'nearest' });
      // Before the box is placed, which the same event does.
      window.addEventListener('resize', follow, { capture: true });
      return () => window.removeEventListener('resize', follow, { capture: true });
    },
    [triggerRef, isNonModal],
  );
}

/** A raised box beside the control that opened it. */
export function Popover(props: PopoverProps) {
  return (
    <AriaPopover
      ref={useFollowOpener(props.triggerRef)}
      {...props}
      UNSTABLE_portalContainer={getOverlays()}
      className={joinClasses(styles.popover)}
    />
  );
}

/**
 * The list of a picker, beside its field. The page around it can still be used, so it leaves the navigation and the status bar free,
 * and its list scrolls where the window is low.
 */
export function PickerPopover({ children }: { readonly children: ReactNode }) {
  const screen = document.querySelector('main');
  return (
    <Popover offset={4} {...(screen === null ? {} : { boundaryElement: screen })}>
      {children}
    </Popover>
  );
}

type OverlayProps = Pick<
  ModalOverlayProps,
  'isOpen' | 'onOpenChange' | 'isDismissable' | 'isKeyboardDismissDisabled'
>;

interface ModalDialogProps extends OverlayProps, Pick<DialogProps, 'role' | 'children'> {
  readonly size?: 'small' | 'medium' | 'large';
}

/** A dialog over the window, which is dimmed. Its heading has the slot `title`. */
export function ModalDialog({
  size = 'small',
  role = 'dialog',
  isDismissable = true,
  children,
  ...overlay
}: ModalDialogProps) {
  return (
    <ModalOverlay
      {...overlay}
      UNSTABLE_portalContainer={getOverlays()}
      className={joinClasses(styles.overlay)}
      isDismissable={isDismissable}
    >
      <Modal className={joinClasses(styles.confirm)} data-size={size}>
        <Dialog className={joinClasses(styles.confirmBody)} role={role}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The buttons at the foot of a dialog, the primary first. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.confirmActions}>{children}</div>;
}
