import { Component, type ErrorInfo, type ReactNode } from 'react';
import { toLoggableRendererFault, type LoggableRendererFault } from '#contract/page-fault.ts';
import { translateFirst } from '#renderer/text/first-text.ts';
import { EmptyPaneMessage } from '#renderer/ui/Banner.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Called with the error, to write it to the log. */
  readonly onFault: (fault: LoggableRendererFault) => void;
}

interface ErrorBoundaryState {
  readonly hasFailed: boolean;
}

/**
 * Limits a rendering error to one part of the window, says which data is safe, and offers to render that part
 * again.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { hasFailed: true };
  }

  override componentDidCatch(thrown: unknown, { componentStack }: ErrorInfo): void {
    this.props.onFault(toLoggableRendererFault(thrown, componentStack ?? ''));
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const again = {
      label: translateFirst('failure.showAgain'),
      run: () => this.setState({ hasFailed: false }),
    };
    return (
      <EmptyPaneMessage
        role="alert"
        title={translateFirst('failure.crashTitle')}
        hint={translateFirst('failure.crashSafe')}
        action={again}
      />
    );
  }
}
