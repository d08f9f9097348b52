import { Component, type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeMissing } from '#platform/routing/web/lazy-again.ts';
import { toast } from '../toast/toasts.tsx';

export interface OpenedPartProps {
  /** Closes it again where it could not be shown; pressing its button once more is another try. */
  onClose: () => void;
  /** Nothing while it is closed. */
  children: ReactNode;
}

/** A dialog or panel that somebody opens: while its code comes, and when it breaks, the page around it goes on. */
export function OpenedPart({ onClose, children }: OpenedPartProps) {
  return (
    <Boundary onClose={onClose}>
      <Suspense>{children}</Suspense>
    </Boundary>
  );
}

class Boundary extends Component<OpenedPartProps, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const close = (): void => {
      if (error instanceof CodeMissing) error.forget();
      this.props.onClose();
      this.setState({ error: undefined });
    };
    return <Failure isMissing={error instanceof CodeMissing} onTold={close} />;
  }
}

function Failure({ isMissing, onTold }: { isMissing: boolean; onTold: () => void }) {
  const { t } = useTranslation('ui');
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once, when it appears
  useEffect(() => {
    if (isMissing)
      toast.warning(t('part.missing'), { action: { label: t('part.reload'), run: () => location.reload() } });
    else toast.error({ title: t('part.failed'), description: t('part.failedHint') });
    onTold();
  }, []);
  return null;
}
