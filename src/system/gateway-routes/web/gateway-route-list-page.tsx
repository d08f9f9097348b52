import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { type RecordFormProps, RecordInput, recordsPage } from '#system/records/web/page.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { gatewayRouteEndpoints } from '../contract/endpoints.ts';
import { type GatewayRoute, gatewayRoutes } from '../contract/gateway-routes.ts';
import './gateway-routes.css';

const healthTags = statusTags('gateway-routes:health', { up: 'success', down: 'danger', unknown: 'neutral' });

export default recordsPage(gatewayRoutes, {
  icon: 'swap',
  shown: ['name', 'uri', 'predicates', 'health', 'checkedAt', 'recentErrors', 'status'],
  widths: { name: 150, uri: 220, predicates: 200, health: 170 },
  defaultSort: { by: 'sort', order: 'asc' },
  cells: {
    predicates: (row) => <Conditions row={row} />,
    health: (row) => <Health row={row} />,
    recentErrors: (row) => <Errors row={row} />,
  },
  formWidth: 760,
  form: (props) => <RouteForm {...props} />,
  rowActions: healthActions,
});

/** A few words for the outcomes of our own; what the upstream answered stands as it is. */
const REASONS = new Set([
  ...['not-listed', 'unreachable', 'timeout', 'unknown-host', 'busy', 'resting', 'redirect', 'too-large'],
  ...['not-public', 'address-form'],
]);

function wordsOf(answer: string, t: TFunction): string {
  return REASONS.has(answer) ? t(`reason.${answer}`, { ns: 'gateway-routes' }) : answer;
}

function Health({ row }: { row: GatewayRoute }) {
  const { t } = useTranslation('gateway-routes');
  return (
    <span className="route-health">
      <StatusTag of={healthTags} code={row.health === '' ? 'unknown' : row.health} />
      {row.healthAnswer !== '' && <span className="quiet">{wordsOf(row.healthAnswer, t as TFunction)}</span>}
    </span>
  );
}

function Conditions({ row }: { row: GatewayRoute }) {
  return <span className="route-parts">{row.predicates.map(({ name, args }) => `${name} ${args}`).join(' · ')}</span>;
}

function Errors({ row }: { row: GatewayRoute }) {
  if (row.recentErrors === 0) return <span className="figures">0</span>;
  return (
    <span className="route-health" data-tip={row.lastError}>
      <Tag tone="danger">{String(row.recentErrors)}</Tag>
    </span>
  );
}

function RouteForm({ kind, row }: RecordFormProps) {
  const { t } = useTranslation('gateway-routes');
  const hints: Readonly<Record<string, string>> = {
    ...{ uri: t('hint.uri'), predicates: t('hint.predicates'), filters: t('hint.filters'), sort: t('hint.sort') },
  };
  const names = [
    ...[
      'name',
      'routerId',
      'uri',
      'sessionNeeded',
      'predicates',
      'filters',
      'stripPrefix',
      'retryable',
      'sort',
      'status',
    ],
  ];
  return names.map((name) => (
    <div key={name}>
      <RecordInput kind={kind} name={name} id={row?.id} />
      {hints[name] && <p className="field-hint">{hints[name]}</p>}
    </div>
  ));
}

function healthActions(row: GatewayRoute, t: TFunction): RowAction[] {
  const by = gatewayRouteEndpoints.check;
  const look = async () => {
    const found = await call(by, { id: row.id }, { idempotencyKey: crypto.randomUUID() }).catch(() => undefined);
    if (!found) return;
    const words = { ns: 'gateway-routes', name: row.name, answer: wordsOf(found.answer, t), ms: found.tookMs };
    if (found.isUp) toast.success(t('check.up', words));
    else toast.error({ title: t('check.down', words) });
  };
  return [
    {
      ...({ key: 'check', label: t('check.button', { ns: 'gateway-routes' }), icon: 'refresh', by } as const),
      onSelect: () => void look(),
    },
  ];
}
