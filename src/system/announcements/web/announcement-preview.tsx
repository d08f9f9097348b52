import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { LANGUAGE_NAMES } from '#platform/i18n/web/language.ts';
import { useSession } from '#platform/viewer/web/session-store.ts';
import { useLanguage } from '#ui/language/use-language.ts';
import { Segmented } from '#ui/segmented/segmented.tsx';
import type { Announcement } from '../contract/announcements.ts';
import { AnnouncementText } from './announcement-text.tsx';

type Words = Pick<
  Announcement,
  'titile' | 'titileZh' | 'msgAbstract' | 'msgAbstractZh' | 'msgContent' | 'msgContentZh'
>;

interface AnnouncementPreviewProps {
  announcement: Words & {
    readonly priority: string | null;
    readonly sender?: string;
    readonly sendTime?: string | null;
  };
}

/** As readers of either language see it, or will. */
export function AnnouncementPreview({ announcement }: AnnouncementPreviewProps) {
  const { t } = useTranslation('announcements');
  const own = useLanguage().startsWith('zh') ? 'zh-CN' : 'en-US';
  const [language, setLanguage] = useState<Language>(own);
  const me = useSession((session) => session.user?.realname ?? '');
  const said = (words: string, wordsZh: string) => localName(language, words, wordsZh);
  return (
    <div className="announcement-preview" lang={language}>
      <Segmented
        label={t('preview.language')}
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={setLanguage}
      />
      <AnnouncementText
        title={said(announcement.titile, announcement.titileZh) || t('preview.noTitle')}
        announcement={{
          msgAbstract: said(announcement.msgAbstract, announcement.msgAbstractZh),
          msgContent: said(announcement.msgContent, announcement.msgContentZh),
          priority: announcement.priority,
          sender: announcement.sender || me,
          sendTime: announcement.sendTime ?? null,
        }}
      />
    </div>
  );
}
