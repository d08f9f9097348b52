import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button/button.tsx';
import { StatePage } from './state-page.tsx';

/** Something broke outside of every page: words and a way on. */
export class FrameBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <FrameFailure /> : this.props.children;
  }
}

function FrameFailure() {
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
