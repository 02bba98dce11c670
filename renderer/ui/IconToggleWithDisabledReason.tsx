import { useId, type ComponentProps } from 'react';
import { IconToggle } from './Button.tsx';
import { OptionalTooltipTrigger, Tooltip } from './Tooltip.tsx';

interface IconToggleWithReasonProps extends ComponentProps<typeof IconToggle> {
  /** Why it cannot be switched now, as text; null where it can. */
  readonly reason: string | null;
}

const TOOLTIP_DELAY_MS = 300;

/** An icon that is filled while it is on, and says why it cannot be switched: see `ButtonWithDisabledReason`. */
export function IconToggleWithDisabledReason({ reason, onChange, ...rest }: IconToggleWithReasonProps) {
  const hintId = useId();
  const state =
    reason === null
      ? onChange === undefined
        ? {}
        : { onChange }
      : { 'aria-disabled': 'true' as const, 'aria-describedby': hintId };
  return (
    <>
      <OptionalTooltipTrigger delay={TOOLTIP_DELAY_MS} isDisabled={reason === null}>
        <IconToggle {...rest} {...state} />
        <Tooltip offset={6}>{reason}</Tooltip>
      </OptionalTooltipTrigger>
      {reason !== null && (
        <span id={hintId} hidden>
          {reason}
        </span>
      )}
    </>
  );
}
