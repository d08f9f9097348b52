import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button/button.tsx';
import { StatePage } from './state-page.tsx';

/** Something broke outside of every page: words and a way on instead of the router's own page for programmers. */
export function FrameFailure() {
  const { t } = useTranslation('console');
  return (
    <main id="content">
      <StatePage code="500" title={t('state.500.title')} text={t('state.500.text')}>
        <Button kind="primary" onClick={() => location.reload()}>
          {t('code.reload')}
        </Button>
      </StatePage>
    </main>
  );
}
