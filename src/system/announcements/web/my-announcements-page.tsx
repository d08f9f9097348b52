import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '#system/dictionaries/web/index.ts';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Segmented } from '#ui/segmented/segmented.tsx';
import { Select } from '#ui/select/select.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { MSG_CATEGORIES } from '../contract/announcements.ts';
import { useUnreadAnnouncements } from './console/unread-store.ts';
import { AnnouncementInbox } from './inbox/announcement-inbox.tsx';
import { type MyFilters, useMarkAllRead } from './my-queries.ts';
import './announcements.css';

type Shown = 'all' | 'unread';

/** All that the reader should know now. */
export default function MyAnnouncementsPage() {
  const { t } = useTranslation('announcements');
  const [shown, setShown] = useState<Shown>('all');
  const [category, setCategory] = useState('');
  const [words, setWords] = useState('');
  const titile = useDeferredValue(words.trim());
  const unread = useUnreadAnnouncements((state) => state.count);
  const markAllRead = useMarkAllRead();
  const filters: MyFilters = {
    ...(shown === 'unread' ? { readFlag: '0' as const } : {}),
    ...(category === '' ? {} : { msgCategory: category as (typeof MSG_CATEGORIES)[number] }),
    ...(titile === '' ? {} : { titile }),
  };
  return (
    <div className="announcement-page">
      <header className="announcement-head">
        <h1 tabIndex={-1}>{t('mine.title')}</h1>
        <Button
          icon="check"
          busy={markAllRead.isPending}
          disabled={unread === 0}
          onClick={() => markAllRead.mutate(undefined, { onSuccess: (said) => toast.success(said) })}
        >
          {t('mine.readAll')}
        </Button>
      </header>
      <Card flush>
        <div className="announcement-tools">
          <Segmented
            label={t('mine.show')}
            value={shown}
            options={[
              { value: 'all', label: t('mine.all') },
              { value: 'unread', label: t('mine.unread') },
            ]}
            onChange={setShown}
          />
          <CategorySelect value={category} onChange={setCategory} />
          <input
            type="search"
            aria-label={t('mine.search')}
            placeholder={t('mine.search')}
            value={words}
            maxLength={100}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
        <AnnouncementInbox filters={filters} />
      </Card>
    </div>
  );
}

function CategorySelect({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('announcements');
  const { items } = useDictionary('msg_category');
  const wordOf = (code: string) => items.find((one) => one.value === code)?.text ?? code;
  return (
    <Select
      label={t('field.msgCategory')}
      none={t('mine.anyCategory')}
      options={MSG_CATEGORIES.map((code) => ({ value: code, label: wordOf(code) }))}
      value={value}
      onChange={onChange}
    />
  );
}
