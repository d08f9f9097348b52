import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { browserNow } from '../time/now.ts';
import { Time } from '../time/time.tsx';
import { usePrinting } from './use-printing.ts';
import './print.css';

/** On top of what is printed: whose it is, when it was printed and by whom; the page's own heading names it. */
export function PrintHead() {
  return usePrinting() && <Head />;
}

function Head() {
  const { t } = useTranslation('ui');
  const { tenant, user } = useSession();
  useLayoutEffect(lighten, []);
  return (
    <div className="print-head">
      <strong>
        {tenant.name} ({tenant.id})
      </strong>
      <span>
        {t('print.at')} <Time at={new Date(browserNow()).toISOString()} part="second" /> · {user?.realname}
      </span>
    </div>
  );
}

/** Paper is white: the dark theme rests meanwhile. */
function lighten(): () => void {
  const { dataset } = document.documentElement;
  const theme = dataset['theme'];
  dataset['theme'] = (theme ?? '').replace('dark', '').trim();
  return () => {
    if (theme !== undefined) dataset['theme'] = theme;
  };
}
