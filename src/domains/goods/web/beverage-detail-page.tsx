import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
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
import { statusTags } from '#ui/status/status-tags.ts';
import { BEVERAGE_LIST, beverageCopy, beverageForm } from '../contract/addresses.ts';
import { type Beverage, beverages } from '../contract/beverages.ts';
import { BEVERAGE_SECTIONS } from './beverage-sections.ts';
import { OptionsCard } from './options-card.tsx';
import { RecipeCard } from './recipe-card.tsx';
import { useSoldOut } from './sold-out-cell.tsx';
import './goods.css';

// the machinery reads fields by their names
const kind = beverages as unknown as RecordKind;
const rowOf = (beverage: Beverage) => beverage as unknown as Row;
const tags = statusTags('beverages:status', { on_sale: 'success', off_sale: 'neutral' });
/** Options and recipe have cards of their own. */
const FACTS = BEVERAGE_SECTIONS.filter(({ key }) => key !== 'options' && key !== 'recipe');

/** One drink: all that is known of it, where it is sold out, and who changed what. */
export default function BeverageDetailPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('beverages');
  const queryKey = ['beverages', 'one', id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(beverages.endpoints.one, { id }, { signal, notices: 'none' }),
  });
  useLiveRefresh({
    concerns: (message) => message.kind === beverages.name && message.id === id,
    refresh: () => query.refetch(),
  });
  const beverage = query.data;
  const name = beverage && recordName(kind, rowOf(beverage));
  return (
    <RecordDetail
      query={query}
      queryKey={queryKey}
      title={name ?? t('kind.page')}
      name={name}
      back={{ to: BEVERAGE_LIST, label: t('detail.toList') }}
      state={(one) => <StatusTag of={tags} code={one.status} />}
      actions={(one) => <Actions beverage={one} />}
      viewsLabel={t('detail.views')}
      views={[
        {
          key: 'overview',
          label: t('detail.overview'),
          content: (one) => (
            <RecordColumns
              main={<RecordSectionFacts kind={kind} row={rowOf(one)} sections={FACTS} />}
              facts={
                <>
                  <SoldOutCard id={one.id} />
                  <OptionsCard beverage={one} />
                  <RecipeCard beverage={one} />
                </>
              }
            />
          ),
        },
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

function Actions({ beverage }: { beverage: Beverage }) {
  const { t } = useTranslation('beverages');
  const turn = useTurnRecord(kind);
  const isOn = beverage.status === 'on_sale';
  const { add, edit, turn: switching } = beverages.endpoints;
  return (
    <>
      <ActionButton
        action={{
          key: 'turn',
          label: t(isOn ? 'kind.switch.off' : 'kind.switch.on'),
          by: switching,
          onSelect: () => void turn(rowOf(beverage), !isOn),
        }}
      />
      <ActionButton
        action={{ key: 'copy', label: t('detail.copy'), icon: 'copy', by: add, to: beverageCopy(beverage.id) }}
      />
      <ActionButton
        kind="primary"
        action={{ key: 'edit', label: t('detail.edit'), icon: 'edit', by: edit, to: beverageForm(beverage.id) }}
      />
    </>
  );
}

function SoldOutCard({ id }: { id: string }) {
  const { t } = useTranslation('beverages');
  const { data } = useSoldOut(id);
  return (
    <Card
      title={t('stock.title')}
      extra={<Link to={`/orders/list?goodsId=${encodeURIComponent(id)}`}>{t('detail.orders')}</Link>}
    >
      {data && (
        <p>
          {data.robots === 0
            ? t('stock.none')
            : data.soldOut === 0
              ? t('stock.nowhere')
              : t('stock.some', { soldOut: data.soldOut, robots: data.robots })}
        </p>
      )}
      <p className="quiet">{t('stock.hint')}</p>
    </Card>
  );
}
