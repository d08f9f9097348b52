import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plainTextOf } from '#platform/rich-text/rules/document.ts';
import { readRichText } from '#platform/rich-text/rules/read-rich-text.ts';
import { Button } from '#ui/button/button.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import type { ReceivedAnnouncement } from '../../contract/endpoints.ts';
import { type MyFilters, useMyAnnouncements } from '../my-queries.ts';
import { ReadingDialog } from '../reading-dialog.tsx';
import '../announcements.css';

interface AnnouncementInboxProps {
  filters?: MyFilters;
}

const NONE: MyFilters = {};

/** What the reader should know, unread ones first; choosing one opens it, and it counts as read. */
export function AnnouncementInbox({ filters = NONE }: AnnouncementInboxProps) {
  const { t } = useTranslation('announcements');
  const query = useMyAnnouncements(filters);
  const [opened, setOpened] = useState<ReceivedAnnouncement>();
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <>
      <Loaded query={query} skeleton={<SkeletonLines lines={6} />}>
        {({ pages }) => {
          const found = pages.flatMap(({ records }) => records);
          if (found.length === 0)
            return (
              <Empty icon="message" title={t(isNarrowed ? 'mine.notFound' : 'mine.none')}>
                {!isNarrowed && t('mine.noneText')}
              </Empty>
            );
          return (
            <ul className="announcement-inbox">
              {found.map((one) => (
                <InboxItem key={one.anntId} announcement={one} onOpen={() => setOpened(one)} />
              ))}
            </ul>
          );
        }}
      </Loaded>
      {query.hasNextPage && (
        <div className="announcement-more">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('mine.more')}
          </Button>
        </div>
      )}
      {opened && <ReadingDialog announcement={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** The summary, or how the text begins. */
const beginningOf = ({ msgAbstract, msgContent }: ReceivedAnnouncement): string =>
  msgAbstract || plainTextOf(readRichText(msgContent));

function InboxItem({ announcement, onOpen }: { announcement: ReceivedAnnouncement; onOpen: () => void }) {
  const { t } = useTranslation('announcements');
  const { titile, sender, sendTime, readFlag, priority } = announcement;
  const isRead = readFlag === '1';
  return (
    <li>
      <button type="button" className="announcement-item" data-read={isRead || undefined} onClick={onOpen}>
        <span className={`announcement-mark tone-${priority === 'H' ? 'danger' : 'info'}`}>
          <Icon name="message" size={18} />
        </span>
        <span className="announcement-words">
          <span className="announcement-name">
            {titile}
            {!isRead && <span className="hidden-text"> {t('mine.isUnread')}</span>}
          </span>
          <span className="announcement-beginning">{beginningOf(announcement)}</span>
          <span className="announcement-facts">
            {priority === 'H' && <Tag tone="danger">{t('urgent')}</Tag>}
            <span>{sender}</span>
            <Time at={sendTime} relative />
          </span>
        </span>
        {!isRead && <span className="announcement-dot" aria-hidden="true" />}
      </button>
    </li>
  );
}
