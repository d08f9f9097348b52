import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { DaySheetButton } from '#domains/receipts/web/index.ts';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import {
  RecordEdits,
  RecordSectionFacts,
  type Row,
  recordName,
  useTurnRecord,
} from '#system/records/web/record-page.tsx';
import { Card } from '#ui/card/card.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { RecordColumns, RecordDetail } from '#ui/record-detail/record-detail.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { SPOT_LIST, spotForm } from '../contract/addresses.ts';
import { type Spot, spots } from '../contract/spots.ts';
import { PricePreview } from './price-preview.tsx';
import { SpotRobots } from './spot-robots.tsx';
import { SPOT_SECTIONS } from './spot-sections.ts';
import { spotStatusTags } from './spot-tags.ts';
import './spots.css';

// the machinery reads fields by their names
const kind = spots as unknown as RecordKind;
const rowOf = (spot: Spot) => spot as unknown as Row;

/** One spot: all that is known of it, what stands there, what a drink costs there, and who changed what. */
export default function SpotDetailPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('spots');
  const queryKey = ['spots', 'one', id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(spots.endpoints.one, { id }, { signal, notices: 'none' }),
  });
  useLiveRefresh({
    concerns: (message) => message.kind === spots.name && message.id === id,
    refresh: () => query.refetch(),
  });
  const spot = query.data;
  const name = spot && recordName(kind, rowOf(spot));
  return (
    <RecordDetail
      query={query}
      queryKey={queryKey}
      title={name ?? t('kind.page')}
      name={name}
      back={{ to: SPOT_LIST, label: t('detail.toList') }}
      state={(one) => <StatusTag of={spotStatusTags} code={one.status} />}
      actions={(one) => <SpotActions spot={one} />}
      viewsLabel={t('detail.views')}
      views={[
        { key: 'overview', label: t('detail.overview'), content: (one) => <SpotOverview spot={one} /> },
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

function SpotActions({ spot }: { spot: Spot }) {
  const { t } = useTranslation('spots');
  const turn = useTurnRecord(kind);
  const isOn = spot.status === 'in_business';
  return (
    <>
      <DaySheetButton spot={{ id: spot.id, name: recordName(kind, rowOf(spot)) }} />
      <ActionButton
        action={{
          key: 'turn',
          label: t(isOn ? 'kind.switch.off' : 'kind.switch.on'),
          by: spots.endpoints.turn,
          onSelect: () => void turn(rowOf(spot), !isOn),
        }}
      />
      <ActionButton
        kind="primary"
        action={{ key: 'edit', label: t('detail.edit'), icon: 'edit', by: spots.endpoints.edit, to: spotForm(spot.id) }}
      />
    </>
  );
}

function SpotOverview({ spot }: { spot: Spot }) {
  return (
    <RecordColumns
      main={<RecordSectionFacts kind={kind} row={rowOf(spot)} sections={SPOT_SECTIONS} />}
      facts={
        <>
          <SpotRobots spot={spot} />
          <PricePreview spot={spot} />
        </>
      }
    />
  );
}
