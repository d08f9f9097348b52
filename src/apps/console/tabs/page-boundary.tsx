import { Component, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { connection, onConnection, onConnectionReturn } from '#platform/http/web/connection.ts';
import { CodeMissing } from '#platform/routing/web/lazy-again.ts';
import { Button } from '#ui/button/button.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { ErrorState } from '#ui/error-state/error-state.tsx';

/** A page that breaks takes neither frame nor other tabs with it. */
export class PageBoundary extends Component<{ title: string; children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    const again = (): void => {
      if (error instanceof CodeMissing) error.forget();
      this.setState({ error: undefined });
    };
    if (error === undefined) return this.props.children;
    return error instanceof CodeMissing ? (
      <MissingCode title={this.props.title} onRetry={again} />
    ) : (
      <ErrorState error={error} onRetry={again} />
    );
  }
}

/** The page's code did not arrive: it comes with the connection, or with a reload after a deployment (ux-guide 2). */
function MissingCode({ title, onRetry }: { title: string; onRetry: () => void }) {
  const { t } = useTranslation('console');
  const { t: tUi } = useTranslation('ui');
  const reach = useSyncExternalStore(onConnection, connection);
  useEffect(() => onConnectionReturn(onRetry));
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      {reach === 'good' ? (
        <Empty
          icon="refresh"
          title={t('code.new')}
          action={
            <Button kind="primary" onClick={() => location.reload()}>
              {t('code.reload')}
            </Button>
          }
        >
          {t('code.newHint')}
        </Empty>
      ) : (
        <Empty
          icon="unplugged"
          title={t('code.away')}
          action={
            <Button icon="refresh" onClick={onRetry}>
              {tUi('retry')}
            </Button>
          }
        >
          {t(`code.awayHint.${reach}`)}
        </Empty>
      )}
    </>
  );
}
