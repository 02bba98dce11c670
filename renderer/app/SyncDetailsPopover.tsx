import type { RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import type { Health } from '#contract/sync-health.ts';
import { SyncDetails } from '#renderer/features/outbox/SyncDetails.tsx';
import { useText } from '#renderer/text/text.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import { Popover } from '#renderer/ui/Overlay.tsx';
import styles from './StatusBar.module.css';

export interface SyncDetailsPopoverProps {
  readonly health: Health;
  /** The button that opens it. */
  readonly trigger: RefObject<HTMLElement | null>;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** The details of the sync, above the status bar. */
export function SyncDetailsPopover({ health, trigger, isOpen, onOpenChange }: SyncDetailsPopoverProps) {
  const text = useText();
  return (
    <Popover
      triggerRef={trigger}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement="top start"
      offset={6}
    >
      <Dialog className={joinClasses(styles.healthDialog)} aria-label={text('sync.details')}>
        <h2>{text('health.title')}</h2>
        <SyncDetails health={health} />
      </Dialog>
    </Popover>
  );
}
