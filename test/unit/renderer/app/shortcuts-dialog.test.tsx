import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ok } from '#contract/result.ts';
import { sentOrders } from '../../../support/builders.ts';
import { showApp, usePage } from '../../../support/page/render.tsx';

usePage();

const appOn = (platform: string) => ({
  'app.info': () =>
    Promise.resolve(
      ok({
        version: '0.1.0',
        host: 'electron' as const,
        platform,
        packaged: true,
        baseUrlHint: null,
        languages: ['en-GB'],
        systemLocale: 'en-GB',
      }),
    ),
});

describe('the list of shortcuts', () => {
  it('names the keys of a Mac on a Mac', async () => {
    showApp({}, appOn('darwin'));
    await screen.findByRole('navigation');
    fireEvent.keyDown(document.body, { key: '?' });
    expect(await within(await screen.findByRole('dialog')).findByText('⌘1')).toBeDefined();
    expect(screen.queryByText(/^Ctrl/)).toBeNull();
  });

  it('changes the key of a command, refuses one that is taken, and restores the original ones', async () => {
    const page = showApp({ requisitions: sentOrders(3) });
    await screen.findByText('3 requisitions');
    fireEvent.keyDown(document.body, { key: '?' });
    const change = await screen.findByRole('button', { name: /^Change the key: Next row J/ });
    fireEvent.click(change);
    const asking = screen.getByRole('button', { name: /^Press a key: Next row/ });
    fireEvent.keyDown(asking, { key: 'k' });
    expect(screen.getByText('Already used: Previous row')).toBeDefined();
    fireEvent.keyDown(asking, { key: 'Tab' });
    expect(screen.getByText('This key cannot be used.')).toBeDefined();
    fireEvent.keyDown(asking, { key: 'y' });
    await screen.findByRole('button', { name: /^Change the key: Next row Y/ });
    expect(page.shell.settings.keys).toEqual({ 'list.next': 'Y' });
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(screen.queryByRole('option', { selected: true })).toBeNull();
    fireEvent.keyDown(document.body, { key: 'y' });
    await screen.findByRole('option', { selected: true });
    fireEvent.keyDown(document.body, { key: '?' });
    fireEvent.click(await screen.findByRole('button', { name: 'Restore the original keys' }));
    await screen.findByRole('button', { name: /^Change the key: Next row J/ });
  });

  it('turns single letters off, and says so in the list', async () => {
    showApp({ requisitions: sentOrders(3) });
    await screen.findByText('3 requisitions');
    fireEvent.keyDown(document.body, { key: '?' });
    fireEvent.click(await screen.findByRole('radio', { name: /^Off/ }));
    await screen.findByRole('button', {
      name: /^Change the key: Mark as|^Change the key: Complete my review/,
    });
    expect(screen.getAllByText('No key').length).toBeGreaterThan(5);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(screen.queryByRole('option', { selected: true })).toBeNull();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(await screen.findByRole('dialog', { name: 'Find' })).toBeDefined();
  });

  it('contains the keys of the editors', async () => {
    showApp();
    await screen.findByRole('navigation');
    fireEvent.keyDown(document.body, { key: '?' });
    await screen.findByText('Ctrl+S');
    expect(screen.getByText('Ctrl+Enter')).toBeDefined();
  });
});
