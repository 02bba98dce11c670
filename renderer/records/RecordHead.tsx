import { ArrowLeft, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Clamp } from '#renderer/ui/Clamp.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';

interface RecordHeadProps {
  readonly onClose: () => void;
  /** Type and status, in marks and words. */
  readonly marks?: ReactNode;
  /** What can be done with the record, the primary first. */
  readonly actions?: ReactNode;
  readonly name?: string;
  /** Whom or what it concerns. */
  readonly about?: ReactNode;
}

/** What a record is, what can be done with it, and the way back. It stays while the record scrolls. */
export function RecordHead({ onClose, marks, actions, name, about }: RecordHeadProps) {
  const text = useText();
  return (
    <header className="record-head">
      <div className="record-bar">
        <div className="record-back">
          <Button tone="quiet" size="small" icon={<Icon of={ArrowLeft} />} onPress={onClose}>
            {text('record.back')}
          </Button>
        </div>
        <div className="record-marks">{marks}</div>
        <div className="record-actions" role="group" aria-label={text('record.actions')}>
          {actions}
        </div>
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
      {name !== undefined && <RecordName name={name} />}
      {about !== undefined && <div className="record-about">{about}</div>}
    </header>
  );
}

/** The name in two lines at most; a longer one shows whole on hover and on focus. */
function RecordName({ name }: { readonly name: string }) {
  const [isFocused, setFocused] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a cut name must show whole by keyboard too
    <h1 tabIndex={0} onFocus={() => setFocused(true)} onBlur={() => setFocused(false)}>
      <Clamp text={name} lines={2} isFocused={isFocused} />
    </h1>
  );
}
