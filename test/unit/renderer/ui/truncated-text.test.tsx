import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TruncatedText } from '#renderer/ui/TruncatedText.tsx';

const NAME = 'A name that is longer than its line';

describe('a text of one line', () => {
  let height = 20;
  beforeEach(() => {
    height = 40;
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(20);
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => height);
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });
  const show = () => render(<TruncatedText text={NAME} rows={1} isFocusable />);
  const findTooltip = () => screen.findByRole('tooltip');

  it('is whole in a tooltip that the pointer can enter', async () => {
    const { container } = show();
    const text = container.querySelector('span');
    if (text === null) throw new Error('there is no text');
    fireEvent.mouseEnter(text);
    const tooltip = await findTooltip();
    expect(tooltip.textContent).toBe(NAME);
    fireEvent.mouseLeave(text);
    fireEvent.mouseEnter(tooltip);
    vi.useFakeTimers();
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect(screen.queryByRole('tooltip')).not.toBeNull();
    fireEvent.mouseLeave(tooltip);
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  });

  it('closes its tooltip by Escape, which reaches nothing else', async () => {
    const { container } = show();
    const text = container.querySelector<HTMLElement>('[tabindex="0"]');
    const other = vi.fn<() => void>();
    window.addEventListener('keydown', other);
    text?.focus();
    await findTooltip();
    fireEvent.keyDown(text ?? container, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
    expect(other).not.toHaveBeenCalled();
    fireEvent.keyDown(text ?? container, { key: 'Escape' });
    expect(other).toHaveBeenCalledOnce();
    window.removeEventListener('keydown', other);
  });

  it('is no tab stop where it fits', () => {
    height = 20;
    const { container } = show();
    expect(container.querySelector('[tabindex]')).toBeNull();
  });
});
