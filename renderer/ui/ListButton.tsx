import type { ReactNode } from 'react';

interface ListButtonProps {
  readonly className: string | undefined;
  readonly onPress: () => void;
  readonly 'aria-label'?: string;
  /** Whether the palette offers it, as it does the buttons of the design system. */
  readonly isInPalette?: boolean;
  readonly children: ReactNode;
}

/**
 * A button in a list of hundreds: the browser's own. One of React Aria runs dozens of hooks when it is made and again when it is
 * removed, which holds up the key or click that leaves such a list.
 */
export function ListButton({ onPress, isInPalette = false, ...rest }: ListButtonProps) {
  return <button type="button" {...rest} data-size={isInPalette ? 'regular' : undefined} onClick={onPress} />;
}
