import { Component, type ReactNode } from 'react';
import { ErrorState } from '#ui/error-state/error-state.tsx';

/** A page that breaks takes neither frame nor other tabs with it. */
export class PageBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return <ErrorState error={this.state.error} onRetry={() => this.setState({ error: undefined })} />;
  }
}
