import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { RecordEdits, RecordFacts, recordName } from '#system/records/web/record-page.tsx';
import { Card } from '#ui/card/card.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { RecordColumns, RecordDetail } from '#ui/record-detail/record-detail.tsx';
import { ANNOUNCEMENT_LIST, announcementForm } from '../contract/addresses.ts';
import { type Announcement, announcements } from '../contract/announcements.ts';
import { announcementEndpoints } from '../contract/endpoints.ts';
import { AnnouncementPreview } from './announcement-preview.tsx';
import { openAsPage } from './open-as-page.ts';
import { PhaseTag } from './phase-tag.tsx';
import { ReadersCard } from './readers-card.tsx';
import { type Releasable, releaseAction } from './release-announcement.ts';

const kind = announcements as unknown as RecordKind;

/** One announcement: as its readers see it, who of them has read it, and who changed what. */
export default function AnnouncementDetailPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('announcements');
  const queryKey = ['announcements', 'one', id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(announcements.endpoints.one, { id }, { signal, notices: 'none' }),
  });
  useLiveRefresh({
    concerns: (message) => message.kind === announcements.name && message.id === id,
    refresh: () => query.refetch(),
  });
  const name = query.data && recordName(kind, query.data as never);
  return (
    <RecordDetail
      query={query}
      queryKey={queryKey}
      title={name ?? t('kind.page')}
      name={name}
      back={{ to: ANNOUNCEMENT_LIST, label: t('detail.toList') }}
      state={(one) => <PhaseTag of={one} />}
      actions={(one) => <Actions announcement={one} />}
      viewsLabel={t('detail.views')}
      views={[
        { key: 'overview', label: t('detail.overview'), content: (one) => <Overview announcement={one} /> },
        {
          key: 'history',
          label: t('detail.history'),
          content: () => (
            <Card>
              <RecordEdits kind={kind} id={id} />
            </Card>
          ),
        },
      ]}
    />
  );
}

function Actions({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation('announcements');
  const { t: records } = useTranslation('records');
  const { id, sendStatus } = announcement;
  const turn = releaseAction(announcement as Releasable, t);
  return (
    <>
      <ActionButton
        action={{
          ...{ key: 'page', label: t('detail.asPage'), icon: 'external', by: announcementEndpoints.showTicket },
          onSelect: () => void openAsPage(id),
        }}
      />
      <ActionButton
        action={{
          ...{ key: 'edit', label: records('edit.button'), icon: 'edit', by: announcements.endpoints.edit },
          to: announcementForm(id),
        }}
      />
      <ActionButton {...(sendStatus === '1' ? {} : { kind: 'primary' as const })} action={turn} />
    </>
  );
}

function Overview({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation('announcements');
  return (
    <RecordColumns
      main={
        <Card title={t('detail.words')}>
          <AnnouncementPreview announcement={announcement} />
        </Card>
      }
      facts={
        <>
          <ReadersCard announcement={announcement} />
          <Card title={t('detail.facts')}>
            <RecordFacts
              kind={kind}
              row={announcement as never}
              only={['startTime', 'endTime', 'priority', 'msgCategory', 'sender', 'sendTime', 'cancelTime']}
              columns={1}
            />
          </Card>
        </>
      }
    />
  );
}
