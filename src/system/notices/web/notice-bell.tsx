import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { IconButton } from '#ui/button/button.tsx';
import { OpenedPart } from '#ui/opened-part/opened-part.tsx';
import { UNREAD_COUNTED } from '../contract/notice-kind.ts';
import { useUnreadCount } from './notice-queries.ts';
import './notice-bell.css';

/** An address may ask for the open panel: the mobile home does. */
const OPEN_NOTICES = 'notices';

const NoticePanel = lazyAgain(() => import('./notice-panel.tsx'));

/** How many open notices wait to be read; the panel is fetched when it is first opened. */
export function NoticeBell() {
  const { t } = useTranslation('notices');
  const count = useUnreadCount();
  const [isOpen, setOpen] = useState(() => new URLSearchParams(location.search).get(OPEN_NOTICES) === 'open');
  const shown = count >= UNREAD_COUNTED ? `${UNREAD_COUNTED - 1}+` : String(count);
  return (
    <>
      <span className="notice-bell">
        <IconButton icon="bell" label={t('bell', { count })} aria-haspopup="dialog" onClick={() => setOpen(true)} />
        {count > 0 && (
          <span className="notice-count" aria-hidden="true">
            {shown}
          </span>
        )}
      </span>
      <OpenedPart onClose={() => setOpen(false)}>{isOpen && <NoticePanel onClose={() => setOpen(false)} />}</OpenedPart>
    </>
  );
}
