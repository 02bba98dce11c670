import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ok } from '#contract/result.ts';
import { pageFaultSchema, type PageFault } from '#contract/page-fault.ts';
import { ErrorBoundary } from '#renderer/app/ErrorBoundary.tsx';
import { showApp, usePage } from '../../../support/page/render.tsx';

usePage();
afterEach(cleanup);

const appOn = (platform: string) => ({
  'app.info': () =>
    Promise.resolve(
      ok({ version: '0.1.0', host: 'electron' as const, platform, packaged: true, baseUrlHint: null }),
    ),
});

describe('the list of shortcuts', () => {
  it('names the keys of a Mac on a Mac', async () => {
    showApp({}, appOn('darwin'));
    await screen.findByRole('navigation');
    fireEvent.keyDown(document.body, { key: '?' });
    await screen.findByText('⌘1');
    expect(screen.queryByText(/^Ctrl/)).toBeNull();
  });

  it('contains the keys of the editors', async () => {
    showApp();
    await screen.findByRole('navigation');
    fireEvent.keyDown(document.body, { key: '?' });
    await screen.findByText('Ctrl+S');
    expect(screen.getByText('Ctrl+Enter')).toBeDefined();
  });
});

describe('an exception of the page', () => {
  function BrokenPane(): never {
    throw new TypeError('Ferritin of Ada Byron');
  }

  it('is reported with its kind and its components, and without its message', () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const faults: PageFault[] = [];
    render(
      <ErrorBoundary onFault={(fault) => faults.push(fault)}>
        <BrokenPane />
      </ErrorBoundary>,
    );
    screen.getByText('This part of the window stopped working.');
    const [fault] = faults;
    expect(fault?.error).toBe('TypeError');
    expect(fault?.components[0]).toMatch(/^BrokenPane/);
    expect(JSON.stringify(faults)).not.toMatch(/Ferritin|Ada/);
    expect(pageFaultSchema.safeParse(fault).success).toBe(true);
  });
});
