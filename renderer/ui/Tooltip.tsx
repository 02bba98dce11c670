import { useEffect, useMemo } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { useStore } from 'zustand';
import { joinClasses } from './join-classes.ts';
import { pageTooltips } from './tooltip-watcher.ts';
import styles from './Overlay.module.css';

/** The landmark of what opens over the page; a test has none. */
export function getOverlays(): Element {
  return document.querySelector('#overlays') ?? document.body;
}

/** What the tooltip of a control says. A part that is undefined or empty is left out. */
interface TooltipWords {
  readonly words?: string | undefined;
  /** The key that does the same as the control. */
  readonly shortcut?: string | undefined;
  /** The part that only a window too narrow for the words beside the control shows. */
  readonly narrowOnly?: 'words' | 'shortcut' | undefined;
  /** The side of the control. Default: above. */
  readonly side?: 'right' | 'bottom' | undefined;
}

interface TooltipAttributes {
  readonly 'data-tooltip'?: string;
  readonly 'data-key'?: string | undefined;
  readonly 'data-tooltip-narrow'?: 'words' | 'shortcut' | undefined;
  readonly 'data-tooltip-side'?: 'right' | 'bottom' | undefined;
}

/**
 * Returns the attributes that give a control a tooltip, on hover and on focus by the keyboard; none where it has nothing to say. The
 * words are for the eyes alone: a screen reader is told them by the name or the description of the control.
 */
export function getTooltipAttributes({
  words = '',
  shortcut,
  narrowOnly,
  side,
}: TooltipWords): TooltipAttributes {
  if (words === '' && shortcut === undefined) return {};
  return {
    'data-tooltip': words,
    'data-key': shortcut,
    'data-tooltip-narrow': narrowOnly,
    'data-tooltip-side': side,
  };
}

/** What a tooltip shows of its control. */
function TooltipContent({ control }: { readonly control: HTMLElement }) {
  const { tooltip = '', key, tooltipNarrow } = control.dataset;
  if (control.dataset['tooltipCut'] !== undefined) return <span dir="auto">{control.textContent}</span>;
  return (
    <>
      {tooltip !== '' && <span data-only={tooltipNarrow === 'words' ? 'narrow' : undefined}>{tooltip}</span>}
      {tooltip !== '' && key !== undefined && ' '}
      {key !== undefined && <kbd data-only={tooltipNarrow === 'shortcut' ? 'narrow' : undefined}>{key}</kbd>}
    </>
  );
}

/** The tooltip of the page: that of the control which has the pointer or the focus. */
export function PageTooltip() {
  useEffect(() => pageTooltips.watch(), []);
  const { control } = useStore(pageTooltips.store);
  const triggerRef = useMemo(() => ({ current: control }), [control]);
  if (control === null) return null;
  const { tooltipCut, tooltipNarrow, tooltipSide, key } = control.dataset;
  const isCutText = tooltipCut !== undefined;
  const placement = tooltipSide === 'right' || tooltipSide === 'bottom' ? tooltipSide : 'top';
  return (
    // There is no closing animation: a tooltip of React Aria that another one has replaced would come back and stay.
    <TooltipTrigger isOpen>
      <AriaTooltip
        triggerRef={triggerRef}
        placement={isCutText ? 'bottom start' : placement}
        offset={isCutText ? 4 : 6}
        UNSTABLE_portalContainer={getOverlays()}
        className={joinClasses(styles.tooltip)}
        data-size={isCutText ? 'large' : undefined}
        data-only={tooltipNarrow === 'words' && key === undefined ? 'narrow' : undefined}
      >
        <TooltipContent control={control} />
      </AriaTooltip>
    </TooltipTrigger>
  );
}
