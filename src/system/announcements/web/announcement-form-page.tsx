import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { useTabTitle } from '#platform/routing/web/tab.ts';
import { UserField } from '#system/pickers/web/index.ts';
import { recordFormPage } from '#system/records/web/form-page.tsx';
import { recordName } from '#system/records/web/record-page.tsx';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Button, ButtonLink } from '#ui/button/button.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { ANNOUNCEMENT_LIST, announcementPage } from '../contract/addresses.ts';
import { type Announcement, announcements } from '../contract/announcements.ts';
import { announcementEndpoints } from '../contract/endpoints.ts';
import { AnnouncementPreview } from './announcement-preview.tsx';
import { PERIOD, READERS } from './announcement-sections.ts';
import { type Releasable, revokeAnnouncement } from './release-announcement.ts';

const AnnouncementForm = recordFormPage(announcements, {
  sections: [
    { key: 'words', fields: ['titile', 'msgAbstract', 'msgContent'] },
    { key: 'chinese', fields: ['titileZh', 'msgAbstractZh', 'msgContentZh'] },
    { key: 'preview', fields: ['preview'] },
    READERS,
    PERIOD,
  ],
  list: ANNOUNCEMENT_LIST,
  pageOf: announcementPage,
  inputs: { userIds: () => <ChosenPeople />, preview: () => <FormPreview /> },
});

/** What readers see now keeps its words: the form waits until it was revoked. */
export default function AnnouncementFormPage() {
  const { id } = useParams();
  const { data } = useQuery({
    queryKey: ['announcements', 'one', id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => call(announcements.endpoints.one, { id: id ?? '' }, { signal, notices: 'none' }),
  });
  return data?.sendStatus === '1' ? <RevokeFirst announcement={data} /> : <AnnouncementForm />;
}

function RevokeFirst({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation('announcements');
  const { t: records } = useTranslation('records');
  const queryClient = useQueryClient();
  const name = recordName(announcements as unknown as RecordKind, announcement as never);
  const title = records('edit.title', { record: t('kind.one'), name });
  useTabTitle(title);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['announcements', 'one', announcement.id] });
  useLiveRefresh({
    concerns: ({ kind, id }) => kind === announcements.name && id === announcement.id,
    refresh,
  });
  const revoke = async () => {
    await revokeAnnouncement(announcement as Releasable, t);
    await refresh();
  };
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <Empty
        icon="message"
        title={t('edit.isReleased', { name })}
        action={
          <div className="button-group">
            <ButtonLink to={announcementPage(announcement.id)}>{t('edit.leave')}</ButtonLink>
            <Allowed by={announcementEndpoints.revoke}>
              <Button kind="primary" onClick={() => void revoke()}>
                {t('edit.revoke')}
              </Button>
            </Allowed>
          </div>
        }
      >
        {t('edit.why')}
      </Empty>
    </>
  );
}

/** Asked for where it is not for all. */
function ChosenPeople() {
  const { values } = useForm();
  return values['msgType'] === 'USER' && <UserField name="userIds" store="id" isMulti />;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function FormPreview() {
  const { values } = useForm();
  const words = {
    ...{ titile: textOf(values['titile']), titileZh: textOf(values['titileZh']) },
    ...{ msgAbstract: textOf(values['msgAbstract']), msgAbstractZh: textOf(values['msgAbstractZh']) },
    ...{ msgContent: textOf(values['msgContent']), msgContentZh: textOf(values['msgContentZh']) },
  };
  return <AnnouncementPreview announcement={{ ...words, priority: textOf(values['priority']) }} />;
}
