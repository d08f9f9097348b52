import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { RecordDialog, RecordEdits, RecordFacts, type Row, useWords } from '#system/records/web/record-page.tsx';
import { Card } from '#ui/card/card.tsx';
import { ActionButton, ActionMenu } from '#ui/record-actions/record-actions.tsx';
import { RecordColumns, RecordDetail } from '#ui/record-detail/record-detail.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { CABINETS_PAGE } from '../contract/addresses.ts';
import { type Cabinet, cabinets } from '../contract/cabinet.ts';
import { cabinetEndpoints } from '../contract/endpoints.ts';
import { isClockOff } from '../rules/event-time.ts';
import { CabinetDialogs, cabinetActions } from './cabinet-dialogs.tsx';
import { CabinetCommands, CabinetLog } from './cabinet-history.tsx';
import { Connection } from './cabinet-words.tsx';
import { isId } from './is-id.ts';
import { Places } from './places.tsx';
import { SlotGrid } from './slot-grid.tsx';
import './cabinets.css';

// the machinery reads fields by their names
const kind = cabinets as unknown as RecordKind;

/** One cabinet, live: its slots, what it was asked and said, and which units came and went. */
export default function CabinetDetailPage() {
  const { imei = '' } = useParams();
  const { t } = useTranslation('cabinets');
  const queryKey = ['cabinets', 'one', imei];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const options = { signal, notices: 'none' } as const;
      // lists know it by its id
      const { id } = isId(imei) ? { id: imei } : await call(cabinetEndpoints.byImei, { imei }, options);
      return call(cabinets.endpoints.one, { id }, options);
    },
  });
  useLiveRefresh({
    concerns: (message) => message.kind === cabinets.name && message.id === query.data?.id,
    refresh: () => query.refetch(),
  });
  const name = query.data?.name;
  return (
    <>
      <RecordDetail
        query={query}
        queryKey={queryKey}
        title={name ?? imei}
        name={name}
        back={{ to: CABINETS_PAGE, label: t('kind.title') }}
        state={(cabinet) => <CabinetState cabinet={cabinet} />}
        actions={(cabinet) => <CabinetActions cabinet={cabinet} onSaved={() => void query.refetch()} />}
        viewsLabel={t('kind.page')}
        views={[
          { key: 'overview', label: t('detail.overview'), content: (cabinet) => <Overview cabinet={cabinet} /> },
          {
            key: 'commands',
            label: t('detail.commands'),
            content: ({ id }) => (
              <Card flush>
                <CabinetCommands id={id} />
              </Card>
            ),
          },
          {
            key: 'log',
            label: t('detail.log'),
            content: ({ id }) => (
              <Card>
                <CabinetLog id={id} />
              </Card>
            ),
          },
          {
            key: 'history',
            label: t('detail.history'),
            content: ({ id }) => (
              <Card>
                <RecordEdits kind={kind} id={id} />
              </Card>
            ),
          },
        ]}
      />
      <CabinetDialogs />
    </>
  );
}

function CabinetState({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation('cabinets');
  return (
    <>
      <Connection online={cabinet.online} />
      {isClockOff({ skewSeconds: cabinet.clockSkewSeconds }) && (
        <Tag tone="warning">{t('detail.clockOff', { seconds: cabinet.clockSkewSeconds })}</Tag>
      )}
    </>
  );
}

function CabinetActions({ cabinet, onSaved }: { cabinet: Cabinet; onSaved: () => void }) {
  const { t } = useTranslation('cabinets');
  const words = useWords(kind);
  const [isEdited, setEdited] = useState(false);
  return (
    <>
      <ActionMenu label={t('detail.more')} actions={cabinetActions(cabinet, t)} />
      <ActionButton
        kind="primary"
        action={{
          ...{ key: 'edit', icon: 'edit', by: cabinets.endpoints.edit },
          label: t('detail.edit'),
          onSelect: () => setEdited(true),
        }}
      />
      {isEdited && (
        <RecordDialog
          kind={kind}
          row={cabinet as unknown as Row}
          words={words}
          form={undefined}
          width={640}
          onSaved={onSaved}
          onClose={() => setEdited(false)}
        />
      )}
    </>
  );
}

/** Rental orders and adverts of a cabinet stand in the first column, below its slots. */
function Overview({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation('cabinets');
  return (
    <RecordColumns
      main={
        <>
          <SlotGrid cabinet={cabinet} />
          <Card title={t('detail.places')}>
            <Places of={{ cabinetId: cabinet.id }} label={t('detail.places')} none={t('detail.noPlaces')} />
          </Card>
        </>
      }
      facts={
        <Card title={t('detail.facts')}>
          <RecordFacts kind={kind} row={cabinet as unknown as Row} />
        </Card>
      }
    />
  );
}
