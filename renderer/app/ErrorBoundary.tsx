import { Component, type ErrorInfo, type ReactNode } from 'react';
import { describePageFault, type PageFault } from '#contract/page-fault.ts';
import { translate } from '#renderer/text/text.ts';
import { Notice } from '#renderer/ui/Banner.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Writes the error to the log. */
  readonly onFault: (fault: PageFault) => void;
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
    this.props.onFault(describePageFault(thrown, componentStack ?? ''));
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const again = { label: translate('failure.showAgain'), run: () => this.setState({ hasFailed: false }) };
    return (
      <Notice
        role="alert"
        title={translate('failure.crashTitle')}
        hint={translate('failure.crashSafe')}
        action={again}
      />
    );
  }
}
