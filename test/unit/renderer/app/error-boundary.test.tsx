import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loggableRendererFaultSchema } from '#contract/page-fault-schema.ts';
import type { LoggableRendererFault } from '#contract/page-fault.ts';
import { ErrorBoundary } from '#renderer/app/ErrorBoundary.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('an exception of the page', () => {
  function BrokenPane(): never {
    throw new TypeError('Ferritin of Ada Byron');
  }

  it('is reported with its kind and its components, and without its message', () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const faults: LoggableRendererFault[] = [];
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
    expect(loggableRendererFaultSchema.safeParse(fault).success).toBe(true);
  });
});
