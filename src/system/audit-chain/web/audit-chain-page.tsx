import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { Button } from '#ui/button/button.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { columnsFor } from '#ui/record-table/column.tsx';
import { RecordTable } from '#ui/record-table/record-table.tsx';
import { useTableLayout } from '#ui/record-table/table-layout.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { type ChainState, chainEndpoints } from '../contract/endpoints.ts';
import './audit-chain.css';

const LOOK_EVERY_MS = 15_000;
const LOOK_AT_CHECKS_MS = 1_000;

const column = columnsFor<ChainState>();
const COLUMNS = [
  column.custom('tenant', (row) => row.tenantName, { width: 176, card: 'identity', value: (row) => row.tenantName }),
  column.custom('result', (row) => <Result chain={row} />, { width: 264, card: 'status', value: resultOf }),
  column.custom('rows', (row) => <Count of={row.rows} />, {
    width: 96,
    align: 'end',
    card: 'fact',
    value: ({ rows }) => rows,
  }),
  column.custom('waiting', (row) => <Count of={row.waiting} />, {
    width: 88,
    align: 'end',
    value: (row) => row.waiting,
  }),
  column.time('checkedAt', { card: 'fact' }),
  column.time('sealedAt', { width: 192 }),
  column.time('headedAt', { width: 192 }),
];

function resultOf(row: ChainState): string {
  return [row.fault, row.faultNumber, row.checkedNumber, row.checkedAt].join(' ');
}

/** The audit chain of each tenant (security 14.3), for the administrator alone. */
export default function AuditChainPage() {
  const { t } = useTranslation('audit-chain');
  const layout = useTableLayout('audit-chain.state', COLUMNS);
  const [started, setStarted] = useState(false);
  const query = useQuery({
    queryKey: ['audit-chain'],
    queryFn: ({ signal }) => call(chainEndpoints.list, {}, { signal, notices: 'none' }),
    refetchInterval: ({ state }) =>
      started || state.data?.some(({ checkedNumber }) => checkedNumber !== null) ? LOOK_AT_CHECKS_MS : LOOK_EVERY_MS,
  });
  const check = async (tenantId?: string): Promise<void> => {
    const asked = tenantId === undefined ? {} : { tenantId };
    const { started: count } = await call(chainEndpoints.verify, asked);
    toast.success(t('verify.started', { count }));
    setStarted(true);
    // a short chain is checked between two looks
    setTimeout(() => setStarted(false), 10 * LOOK_AT_CHECKS_MS);
    await query.refetch();
  };
  return (
    <div className="record-list">
      <header className="record-list-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <div className="button-group">
          <Button kind="primary" onClick={() => void check()}>
            {t('verify.all')}
          </Button>
        </div>
      </header>
      <p className="audit-chain-hint quiet">{t('hint')}</p>
      <div className="record-list-card">
        <RecordTable
          label={t('title')}
          namespace="audit-chain"
          columns={COLUMNS}
          rows={query.data}
          idOf={({ tenantId }) => tenantId}
          layout={layout}
          error={query.error}
          onRetry={() => void query.refetch()}
          empty={<Empty icon="link" title={t('empty')} />}
          actions={(row) => [
            {
              key: 'verify',
              label: t('verify.one'),
              icon: 'check',
              by: chainEndpoints.verify,
              onSelect: () => void check(row.tenantId),
            },
          ]}
        />
      </div>
    </div>
  );
}

function Result({ chain }: { chain: ChainState }) {
  const { t } = useTranslation('audit-chain');
  const { checkedNumber, checkedAt, fault, faultNumber, rows } = chain;
  if (checkedNumber !== null) return <Tag tone="busy">{t('verify.progress', { number: checkedNumber, rows })}</Tag>;
  if (fault !== '') {
    const words = t(`fault.${fault}`);
    return <Tag tone="danger">{faultNumber === null ? words : t('found', { number: faultNumber, fault: words })}</Tag>;
  }
  if (rows === 0) return t('empty');
  return checkedAt === null ? t('verify.never') : <Tag tone="success">{t('good')}</Tag>;
}

function Count({ of }: { of: number }) {
  const { i18n } = useTranslation('audit-chain');
  return new Intl.NumberFormat(i18n.language).format(of);
}
