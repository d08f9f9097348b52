import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { Empty } from '../empty/empty.tsx';

/** Nothing came and nothing will by itself: the reader stopped it. */
export function Halted({ onRetry }: { onRetry: (() => void) | undefined }) {
  const { t } = useTranslation('ui');
  return (
    <Empty
      icon="pause"
      title={t('list.stopped')}
      action={
        onRetry && (
          <Button icon="refresh" onClick={onRetry}>
            {t('retry')}
          </Button>
        )
      }
    />
  );
}
