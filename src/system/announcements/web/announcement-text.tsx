import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RichText } from '#ui/rich-text/rich-text.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import './announcements.css';

interface AnnouncementTextProps {
  announcement: {
    readonly msgAbstract: string;
    readonly msgContent: string;
    readonly sender: string;
    readonly priority: string | null;
    readonly sendTime: string | null;
  };
  /** Where it stands alone, such as in a preview. */
  title?: ReactNode;
}

/** An announcement as its readers see it. */
export function AnnouncementText({ announcement, title }: AnnouncementTextProps) {
  const { t } = useTranslation('announcements');
  const { msgAbstract, msgContent, sender, priority, sendTime } = announcement;
  return (
    <article className="announcement-text">
      {title && <h3 className="announcement-title">{title}</h3>}
      <p className="announcement-facts">
        {priority === 'H' && <Tag tone="danger">{t('urgent')}</Tag>}
        {sender && <span>{sender}</span>}
        {sendTime && <Time at={sendTime} />}
      </p>
      {msgAbstract && <p className="announcement-abstract">{msgAbstract}</p>}
      <RichText value={msgContent} />
    </article>
  );
}
