import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { Button } from '#ui/button/button.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import {
  announcementEndpoints,
  type ReceivedAnnouncement,
  type UnreadAnnouncements,
} from '../../contract/endpoints.ts';
import { MINE, useFreshAnnouncements } from '../my-queries.ts';
import { ReadingDialog } from '../reading-dialog.tsx';
import { useUnreadAnnouncements } from './unread-store.ts';
import './announcement-banner.css';

/** Clocks of browsers are seldom right to the second. */
const SOONEST_MS = 5_000;
/** Timers of browsers end at 24.8 days. */
const LATEST_MS = 12 * 3_600_000;

/** Keeps what is unread fresh for the bell, and shows the urgent one until it is read: not in the way of what is being typed. */
export default function AnnouncementBanner() {
  const { t } = useTranslation('announcements');
  const data = useUnread();
  const [opened, setOpened] = useState<ReceivedAnnouncement>();
  const urgent = data && [...data.anntMsgList, ...data.sysMsgList].find(({ priority }) => priority === 'H');
  return (
    <>
      {/* always there, so that what appears in it is announced */}
      <div className="announcement-banner" role="status">
        {urgent && (
          <div>
            <Icon name="message" />
            <span>
              <strong>{t('urgent')}</strong> {urgent.titile}
            </span>
            <Button small onClick={() => setOpened(urgent)}>
              {t('banner.read')}
            </Button>
          </div>
        )}
      </div>
      {opened && <ReadingDialog announcement={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function useUnread(): UnreadAnnouncements | undefined {
  const queries = useQueryClient();
  useFreshAnnouncements();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: [...MINE, 'unread'],
    queryFn: ({ signal }) => call(announcementEndpoints.unread, {}, { signal, notices: 'none' }),
    staleTime: 60_000,
  });
  const count = (data?.anntMsgTotal ?? 0) + (data?.sysMsgTotal ?? 0);
  useEffect(() => useUnreadAnnouncements.setState({ count }), [count]);
  const changesAt = data?.changesAt ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew from each answer
  useEffect(() => {
    if (changesAt === null) return;
    const wait = Math.min(LATEST_MS, Math.max(SOONEST_MS, Date.parse(changesAt) - Date.now()));
    const timer = setTimeout(() => void queries.invalidateQueries({ queryKey: MINE }), wait);
    return () => clearTimeout(timer);
  }, [changesAt, dataUpdatedAt, queries]);
  return data;
}
