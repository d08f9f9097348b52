import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { RecordEdits, RecordFacts, type Row } from '#system/records/web/record-page.tsx';
import { Card } from '#ui/card/card.tsx';
import { ActionMenu } from '#ui/record-actions/record-actions.tsx';
import { RecordColumns, RecordDetail } from '#ui/record-detail/record-detail.tsx';
import { UNITS_PAGE } from '../contract/addresses.ts';
import { cabinetEndpoints } from '../contract/endpoints.ts';
import { type PowerBank, powerBanks } from '../contract/power-bank.ts';
import { isId } from './is-id.ts';
import { Places } from './places.tsx';
import { UnitDialogs, unitActions } from './unit-dialogs.tsx';
import { UnitNotices } from './unit-notices.tsx';
import { UnitState } from './unit-state.tsx';
import './cabinets.css';

// the machinery reads fields by their names
const kind = powerBanks as unknown as RecordKind;

/** One unit: where it is, where it was, and what about it needs a hand. */
export default function UnitDetailPage() {
  const { serial = '' } = useParams();
  const { t } = useTranslation('power-banks');
  const queryKey = ['power-banks', 'one', serial];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const options = { signal, notices: 'none' } as const;
      // lists know it by its id
      const { id } = isId(serial) ? { id: serial } : await call(cabinetEndpoints.unitBySerial, { serial }, options);
      return call(powerBanks.endpoints.one, { id }, options);
    },
  });
  useLiveRefresh({
    concerns: (message) => message.kind === powerBanks.name && message.id === query.data?.id,
    refresh: () => query.refetch(),
  });
  const name = query.data?.serial;
  return (
    <>
      <RecordDetail
        query={query}
        queryKey={queryKey}
        title={name ?? t('kind.page')}
        name={name}
        back={{ to: UNITS_PAGE, label: t('kind.title') }}
        state={({ state }) => <UnitState state={state ?? 'in_service'} />}
        actions={(unit) => {
          const actions = unitActions(unit, t);
          return actions.length > 0 && <ActionMenu label={t('detail.actions')} actions={actions} />;
        }}
        viewsLabel={t('kind.page')}
        views={[
          { key: 'overview', label: t('detail.overview'), content: (unit) => <Overview unit={unit} /> },
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
      <UnitDialogs />
    </>
  );
}

/** Rental orders of a unit stand in the first column, below its places. */
function Overview({ unit }: { unit: PowerBank }) {
  const { t } = useTranslation('power-banks');
  return (
    <RecordColumns
      main={
        <Card title={t('detail.places')}>
          <Places of={{ serial: unit.serial }} label={t('detail.places')} none={t('detail.none')} />
        </Card>
      }
      facts={
        <>
          <Card title={t('detail.facts')}>
            <RecordFacts kind={kind} row={unit as unknown as Row} />
          </Card>
          <Card title={t('detail.notices')}>
            <UnitNotices serial={unit.serial} />
          </Card>
        </>
      }
    />
  );
}
