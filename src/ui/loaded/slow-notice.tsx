import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import './loaded.css';

const SLOW_MS = 10_000;

/** Over 10 s: say that it still works, and let the reader stop it (ux-guide 9). */
export function SlowNotice({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation('ui');
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    isSlow && (
      <div className="slow-notice" role="status">
        {t('list.slow')}
        <Button kind="link" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    )
  );
}
