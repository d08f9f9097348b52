import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { useUnreadAnnouncements } from '#system/announcements/web/console/index.ts';
import { IconButton } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { OpenedPart } from '#ui/opened-part/opened-part.tsx';
import { UNREAD_COUNTED } from '../contract/notice-kind.ts';
import { useUnreadCount } from './notice-queries.ts';
import './notice-bell.css';

/** An address may ask for the open panel: the mobile home does. */
const OPEN_NOTICES = 'notices';

const NoticePanel = lazyAgain(() => import('./notice-panel.tsx'));

interface NoticeBellProps {
  /** As an entry of a bar, with its word. */
  className?: string;
}

/** How many open notices and announcements wait to be read; the panel is fetched when it is first opened. */
export function NoticeBell({ className }: NoticeBellProps) {
  const { t } = useTranslation('notices');
  const announced = useUnreadAnnouncements((state) => state.count);
  const count = useUnreadCount() + announced;
  const [isOpen, setOpen] = useState(() => new URLSearchParams(location.search).get(OPEN_NOTICES) === 'open');
  const shown = count >= UNREAD_COUNTED ? `${UNREAD_COUNTED - 1}+` : String(count);
  // the name of a button holds the word that is seen on it
  const label = (word: string): string => t('bell', { word, count });
  const mark = count > 0 && <span className="notice-count" data-count={shown} aria-hidden="true" />;
  return (
    <>
      {className === undefined ? (
        <span className="notice-bell">
          <IconButton icon="bell" label={label(t('title'))} aria-haspopup="dialog" onClick={() => setOpen(true)} />
          {mark}
        </span>
      ) : (
        <button
          type="button"
          className={className}
          aria-label={label(t('bar'))}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <span className="notice-bell">
            <Icon name="bell" size={22} />
            {mark}
          </span>
          <span>{t('bar')}</span>
        </button>
      )}
      <OpenedPart onClose={() => setOpen(false)}>{isOpen && <NoticePanel onClose={() => setOpen(false)} />}</OpenedPart>
    </>
  );
}
