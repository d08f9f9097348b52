import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '#ui/button/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { ErrorState } from '#ui/error-state/error-state.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import type { Notice } from '../contract/notice.ts';
import { LocalMessages } from './local-messages.tsx';
import { NoticeItem } from './notice-item.tsx';
import { useMarkAllRead, useMarkRead, useNotices } from './notice-queries.ts';
import './notice-panel.css';

type Shown = 'all' | 'unread';

/** What people should know, newest first; choosing one marks it as read and opens its record. */
export default function NoticePanel({ onClose }: { onClose: () => void }) {
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
