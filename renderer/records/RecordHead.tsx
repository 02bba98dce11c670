import { ArrowLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Group } from 'react-aria-components/Group';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { TruncatedText } from '#renderer/ui/Clamp.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { PendingStrip } from './PendingStrip.tsx';

interface RecordHeaderProps {
  readonly onClose: () => void;
  /** Type and status, in marks and words. */
  readonly marks?: ReactNode;
  /** What can be done with the record, the primary first. */
  readonly actions?: ReactNode;
  /** In two lines at most; a longer one shows whole on hover and on focus. */
  readonly name?: string;
  /** Whom or what it concerns. */
  readonly about?: ReactNode;
}

/** What a record is, what can be done with it, the way back, and what of it is not sent yet. It stays while the record scrolls. */
export function RecordHeader({ onClose, marks, actions, name, about }: RecordHeaderProps) {
  const text = useText();
  return (
    <>
      <header className="record-head">
        <div className="record-bar">
          <div className="record-back">
            <Button tone="quiet" size="small" icon={<Icon of={ArrowLeft} />} onPress={onClose}>
              {text('record.back')}
            </Button>
          </div>
          <div className="record-marks">{marks}</div>
          <Group className="record-actions" aria-label={text('record.actions')}>
            {actions}
          </Group>
          <div className="record-close">
            <Button
              tone="quiet"
              size="small"
              icon={<Icon of={X} />}
              aria-label={text('record.close')}
              onPress={onClose}
            />
          </div>
        </div>
        {name !== undefined && (
          <h2>
            <TruncatedText text={name} rows={2} isFocusable />
          </h2>
        )}
        {about !== undefined && <div className="record-about">{about}</div>}
      </header>
      <PendingStrip />
    </>
  );
}
