import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Progress } from '#ui/progress/progress.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import type { Announcement } from '../contract/announcements.ts';
import { type AnnouncementReaders, announcementEndpoints } from '../contract/endpoints.ts';
import { ANNOUNCEMENT_WAS_READ } from '../contract/live.ts';

const PAGE_SIZE = 20;
type Shown = 'all' | 'unread' | 'read';
const FLAGS = { unread: '0', read: '1' } as const;

/** For whom it is, and how many of them have read it: drawn, and by name. */
export function ReadersCard({ announcement }: { announcement: Announcement }) {
  const { id, version, msgType } = announcement;
  const { t } = useTranslation('announcements');
  const [shown, setShown] = useState<Shown>('all');
  const query = useInfiniteQuery({
    // another release begins with other marks
    queryKey: ['announcements', 'readers', id, version, shown],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(
        announcementEndpoints.readers,
        { id, pageNo: pageParam, pageSize: PAGE_SIZE, ...(shown === 'all' ? {} : { readFlag: FLAGS[shown] }) },
        { signal, notices: 'none' },
      ),
    getNextPageParam: (last) => (last.current < last.pages ? last.current + 1 : undefined),
    placeholderData: (before) => before,
  });
  useLiveRefresh({
    concerns: (message) => message.kind === ANNOUNCEMENT_WAS_READ && message.id === id,
    refresh: () => query.refetch(),
  });
  return (
    <Card title={t(msgType === 'ALL' ? 'readers.all' : 'readers.chosen')}>
      <Loaded query={query} skeleton={<SkeletonLines lines={5} />}>
        {({ pages }) => {
          const { people = 0, read = 0 } = pages[0] ?? {};
          const share = t('readers.share', { read, count: people });
          return (
            <div className="announcement-readers">
              <p className="announcement-share">
                <strong>{share}</strong>
                <Progress label={share} value={read} max={people} tone={read === people ? 'success' : 'info'} />
              </p>
              <Segmented
                label={t('readers.show')}
                value={shown}
                options={[
                  { value: 'all', label: t('readers.everybody') },
                  { value: 'unread', label: t('readers.unread') },
                  { value: 'read', label: t('readers.read') },
                ]}
                onChange={setShown}
              />
              <ReaderList readers={pages.flatMap(({ records }) => records)} />
              {query.hasNextPage && (
                <Button small busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {t('readers.more')}
                </Button>
              )}
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}

function ReaderList({ readers }: { readers: AnnouncementReaders['records'] }) {
  const { t } = useTranslation('announcements');
  if (readers.length === 0) return <p className="quiet">{t('readers.none')}</p>;
  return (
    <ul className="announcement-people">
      {readers.map(({ userId, realname, username, readAt }) => (
        <li key={userId}>
          <span>
            {realname || username}
            <small>{username}</small>
          </span>
          {readAt === null ? <span className="quiet">{t('readers.notYet')}</span> : <Time at={readAt} relative />}
        </li>
      ))}
    </ul>
  );
}
