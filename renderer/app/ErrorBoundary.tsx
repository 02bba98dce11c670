import { Component, type ReactNode } from 'react';
import { text } from '#renderer/text/text.ts';
import { Notice } from '#renderer/ui/Notice.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly hasFailed: boolean;
}

/** Keeps a fault in one part of the window there, says what is safe, and offers to draw it anew. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    const again = { label: text('failure.showAgain'), run: () => this.setState({ hasFailed: false }) };
    return (
      <Notice
        role="alert"
        title={text('failure.crashTitle')}
        hint={text('failure.crashSafe')}
        action={again}
      />
    );
  }
}
