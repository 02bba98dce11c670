import type { ComponentProps } from 'react';
import { IconToggle } from './Button.tsx';
import { getTooltipAttributes } from './Tooltip.tsx';

interface IconToggleWithReasonProps extends ComponentProps<typeof IconToggle> {
  /** Why it cannot be switched now, as text; null where it can. */
  readonly reason: string | null;
}

/** An icon that is filled while it is on, and says why it cannot be switched: see `ButtonWithDisabledReason`. */
export function IconToggleWithDisabledReason({ reason, onChange, ...rest }: IconToggleWithReasonProps) {
  const state =
    reason === null
      ? { onChange }
      : {
          'aria-disabled': true,
          screenReaderDescription: reason,
          ...getTooltipAttributes({ words: reason }),
        };
  return <IconToggle {...rest} {...state} />;
}
