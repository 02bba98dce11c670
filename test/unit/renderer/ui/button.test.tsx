import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Button } from '#renderer/ui/Button.tsx';
import { MenuButton } from '#renderer/ui/MenuButton.tsx';

afterEach(cleanup);

describe('a button', () => {
  const press = vi.fn<() => void>();
  beforeEach(() => press.mockReset());

  it('is pressed once by a key that is held', () => {
    render(<Button onPress={press}>Send again</Button>);
    const button = screen.getByRole('button');
    for (const key of ['Enter', ' ']) {
      const isLeftToBrowser = [false, true, true].map((repeat) => fireEvent.keyDown(button, { key, repeat }));
      // The browser would make a click of each.
      expect(isLeftToBrowser).toEqual([false, false, false]);
    }
    expect(press).toHaveBeenCalledTimes(2);
  });

  it.each(['ctrlKey', 'metaKey', 'altKey'])('leaves Enter with %s to what is around it', (modifier) => {
    const around = vi.fn<() => void>();
    render(
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for an editor
      <div onKeyDown={around}>
        <Button onPress={press}>Remove</Button>
      </div>,
    );
    const isLeft = fireEvent.keyDown(screen.getByRole('button'), { key: 'Enter', [modifier]: true });
    expect(isLeft).toBe(true);
    expect(around).toHaveBeenCalledTimes(1);
    expect(press).not.toHaveBeenCalled();
  });

  it('submits its form once by a key that is held', () => {
    render(<Button type="submit">Save</Button>);
    const button = screen.getByRole('button');
    const hold = (repeat: boolean): boolean => fireEvent.keyDown(button, { key: 'Enter', repeat });
    expect([hold(false), hold(true), hold(true)]).toEqual([true, false, false]);
  });

  it('does nothing while its action runs, submits nothing, and keeps the focus', () => {
    const submit = vi.fn<(event: Event) => void>((event) => event.preventDefault());
    const show = (isPending: boolean) => (
      <form onSubmit={({ nativeEvent }) => submit(nativeEvent)}>
        <Button type="submit" isPending={isPending} onPress={press}>
          Save
        </Button>
      </form>
    );
    const { rerender } = render(show(false));
    const button = screen.getByRole('button');
    button.focus();
    rerender(show(true));
    fireEvent.click(button);
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect([press, submit].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    rerender(show(false));
    fireEvent.click(button);
    expect([press, submit].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it('keeps its press from the row around it', () => {
    const open = vi.fn<() => void>();
    render(
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for a row of a list
      <div onClick={open} onKeyDown={open}>
        <Button onPress={press}>Withdraw</Button>
      </div>,
    );
    const button = screen.getByRole('button');
    fireEvent.click(button);
    fireEvent.keyDown(button, { key: 'Enter' });
    fireEvent.keyDown(button, { key: ' ' });
    expect(press).toHaveBeenCalledTimes(3);
    expect(open).not.toHaveBeenCalled();
  });
});

describe('a button with a menu', () => {
  const choose = vi.fn<(id: string) => void>();
  const createButton = (reason: string | null = null) => (
    <MenuButton
      label="Sort"
      groups={[{ label: 'Sort', choices: ['name', 'age', 'state'].map((id) => ({ id, label: id })) }]}
      chosen={null}
      onChoose={choose}
      reason={reason}
    >
      Sort
    </MenuButton>
  );
  const show = (reason: string | null = null) => render(createButton(reason));
  beforeEach(() => choose.mockReset());

  it.each(['ArrowDown', 'ArrowUp'])('opens by %s', (key) => {
    show();
    fireEvent.keyDown(screen.getByRole('button'), { key });
    expect(screen.getAllByRole('menuitem')).toHaveLength(3);
  });

  it('runs what is chosen, closes, and gives the focus back', async () => {
    show();
    const button = screen.getByRole('button');
    button.focus();
    fireEvent.click(button);
    fireEvent.click(screen.getByRole('menuitem', { name: 'age' }));
    expect(choose.mock.calls).toEqual([['age']]);
    expect(screen.queryByRole('menu')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('stays closed while it says why it cannot open, and afterwards until it is pressed again', () => {
    const { rerender } = show('Nothing is selected.');
    const button = screen.getByRole('button');
    fireEvent.click(button);
    fireEvent.keyDown(button, { key: 'ArrowDown' });
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Nothing is selected.',
    );
    rerender(createButton());
    expect(screen.queryByRole('menu')).toBeNull();
    fireEvent.click(button);
    expect(screen.getByRole('menu')).toBeDefined();
    rerender(createButton('Nothing is selected.'));
    rerender(createButton());
    expect(screen.queryByRole('menu')).toBeNull();
  });
});
