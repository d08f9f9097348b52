import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { MY_ANNOUNCEMENTS } from '#system/announcements/contract/addresses.ts';
import { useUnreadAnnouncements } from '#system/announcements/web/console/index.ts';
import { AnnouncementInbox } from '#system/announcements/web/inbox/index.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { ErrorState } from '#ui/error-state/error-state.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Tabs } from '#ui/tabs/tabs.tsx';
import type { Notice } from '../contract/notice.ts';
import { LocalMessages } from './local-messages.tsx';
import { NoticeItem } from './notice-item.tsx';
import { useMarkAllRead, useMarkRead, useNotices, useUnreadCount } from './notice-queries.ts';
import './notice-panel.css';

type Shown = 'all' | 'unread';
type Part = 'notices' | 'announcements';

/** What happened, and what the tenant announces; it opens where something is unread. */
export default function NoticePanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('notices');
  const count = useUnreadCount();
  const announced = useUnreadAnnouncements((state) => state.count);
  const [part, setPart] = useState<Part>(count === 0 && announced > 0 ? 'announcements' : 'notices');
  const parts = (
    <div className="notice-parts">
      <Tabs
        label={t('parts')}
        items={[
          { key: 'notices', label: t('title'), ...(count > 0 ? { count } : {}) },
          { key: 'announcements', label: t('announcements'), ...(announced > 0 ? { count: announced } : {}) },
        ]}
        current={part}
        onChange={(key) => setPart(key as Part)}
      />
    </div>
  );
  if (part === 'notices') return <Notices parts={parts} onClose={onClose} />;
  return (
    <Dialog
      title={t('title')}
      width={420}
      className="edge-dialog notice-panel"
      onClose={onClose}
      footer={
        <Link to={MY_ANNOUNCEMENTS} onClick={onClose}>
          {t('allAnnouncements')}
        </Link>
      }
    >
      {parts}
      <Suspense fallback={<Skeleton height={240} />}>
        <AnnouncementInbox />
      </Suspense>
    </Dialog>
  );
}

/** Newest first; choosing one marks it as read and opens its record. */
function Notices({ parts, onClose }: { parts: ReactNode; onClose: () => void }) {
  const { t } = useTranslation('notices');
  const [shown, setShown] = useState<Shown>('all');
  const list = useNotices(shown === 'unread');
  const markRead = useMarkRead();
  const markAllRead = useMarkAllRead();
  const navigate = useNavigate();
  const notices = list.data?.pages.flatMap((page) => page.records) ?? [];
  const newest = notices[0];

  const open = (notice: Notice): void => {
    if (!notice.read) markRead.mutate([notice.id]);
    if (notice.path === null) return;
    onClose();
    void navigate(notice.path);
  };
  return (
    <Dialog
      title={t('title')}
      width={420}
      className="edge-dialog notice-panel"
      onClose={onClose}
      footer={
        list.hasNextPage && (
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        )
      }
    >
      {parts}
      <div className="notice-tools">
        <Segmented
          label={t('show')}
          value={shown}
          options={[
            { value: 'all', label: t('all') },
            { value: 'unread', label: t('unread') },
          ]}
          onChange={setShown}
        />
        <Button
          kind="link"
          icon="check"
          busy={markAllRead.isPending}
          disabled={!notices.some((notice) => !notice.read)}
          onClick={() => newest && markAllRead.mutate(newest.at)}
        >
          {t('readAll')}
        </Button>
      </div>
      <LocalMessages />
      {list.isPending ? (
        <Skeleton height={240} />
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : notices.length === 0 ? (
        <Empty icon="bell" title={t(shown === 'unread' ? 'nothingUnread' : 'nothing')}>
          {t('nothingText')}
        </Empty>
      ) : (
        <Suspense fallback={<Skeleton height={240} />}>
          <ul className="notice-list" aria-busy={list.isFetching}>
            {notices.map((notice) => (
              <NoticeItem key={notice.id} notice={notice} onOpen={() => open(notice)} />
            ))}
          </ul>
        </Suspense>
      )}
    </Dialog>
  );
}
