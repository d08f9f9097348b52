import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { cabinetPage } from '#domains/cabinets/contract/addresses.ts';
import type { MqttAccess } from '#domains/devices/contract/device.ts';
import { fleetEndpoints, type KnockingDevice, type RefusalKind } from '#domains/fleet/contract/endpoints.ts';
import { refusalDetail } from '#domains/fleet/rules/refusal.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { AddRobotDialog, CredentialDialog, useLeaving, useRobotChange } from '#domains/robots/web/pieces/index.ts';
import { RecordListPage } from '#system/record-list/web/index.ts';
import { confirm } from '#ui/confirm/confirm.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { searchFilter } from '#ui/record-list/filters.ts';
import { useRecordList } from '#ui/record-list/use-record-list.ts';
import { columnsFor } from '#ui/record-table/column.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import type { Tone } from '#ui/tag/tag.tsx';

const column = columnsFor<KnockingDevice>();
const whyTags = statusTags('fleet:why', {
  unknown: 'warning',
  retired: 'neutral',
  login: 'danger',
  'foreign-topic': 'danger',
  'not-allowed': 'danger',
  malformed: 'warning',
  other: 'neutral',
} satisfies Record<RefusalKind, Tone>);

const COLUMNS = [
  column.text('imei', { width: 176, card: 'fact' }),
  column.status('why', whyTags, { width: 168, card: 'status' }),
  column.custom('device', (row) => <Device row={row} />, {
    width: 160,
    value: ({ robot, cabinet }) => robot?.name ?? cabinet?.name ?? '',
  }),
  column.text('count', { width: 96 }),
  column.time('lastAt', { card: 'fact' }),
  column.time('firstAt'),
  column.text('address', { width: 136 }),
  column.custom('reason', ({ reason }) => <Detail reason={reason} />, { width: 240, value: ({ reason }) => reason }),
  column.text('topic', { width: 240, hidden: true }),
  column.text('excerpt', { width: 280, hidden: true }),
];
const FILTERS = { keyword: searchFilter() };

/** Its name, as far as it is a device of the tenant. */
function Device({ row: { imei, robot, cabinet } }: { row: KnockingDevice }) {
  if (robot) return <Link to={`/devices/robots/${encodeURIComponent(imei)}`}>{robot.name}</Link>;
  return cabinet ? <Link to={cabinetPage(imei)}>{cabinet.name}</Link> : <>–</>;
}

/** In the reader's language; of a malformed message the gateway says more, as its tip. */
function Detail({ reason }: { reason: string }) {
  const { t } = useTranslation('fleet');
  const detail = refusalDetail(reason);
  if (!detail) return <>{reason}</>;
  if (!('part' in detail)) return <>{t(`refusal.${detail.key}`)}</>;
  const words = t(`refusal.${detail.key}`, { part: detail.part });
  return <span data-tip={`${words} (${reason})`}>{words}</span>;
}

/** Devices that knocked and were turned away: why, when, how often, from where, and what can be done about it. */
export default function QuarantinePage() {
  const { t } = useTranslation('fleet');
  const navigate = useNavigate();
  const [adding, setAdding] = useState<string>();
  const [access, setAccess] = useState<MqttAccess>();
  const renew = useRobotChange(robotEndpoints.rotateCredential);
  const leaving = useLeaving(setAccess);
  const list = useRecordList(fleetEndpoints.quarantinedDevices, {
    namespace: 'fleet',
    rowId: 'id',
    columns: COLUMNS,
    filters: FILTERS,
  });
  const renewNow = async ({ id, name }: { id: string; name: string }): Promise<void> => {
    const title = t('knock.renewTitle', { name });
    if (!(await confirm({ title, body: t('knock.renewBody'), verb: t('knock.renew'), danger: true }))) return;
    const renewed = await renew.mutateAsync({ request: { robotId: id } }).catch(() => undefined);
    if (renewed) setAccess(renewed);
  };
  const actionsOf = ({ imei, robot, cabinet }: KnockingDevice): RowAction[] => {
    // a cabinet has its own page, where its password is renewed
    if (cabinet) return [];
    if (!robot) return [{ key: 'add', label: t('knock.add'), by: robotEndpoints.add, onSelect: () => setAdding(imei) }];
    const open: RowAction = {
      ...{ key: 'open', label: t('knock.open'), by: robotEndpoints.one },
      onSelect: () => void navigate(`/devices/robots/${imei}`),
    };
    if (robot.retired)
      return [open, ...leaving.actionsOf({ id: robot.id, name: robot.name, retiredAt: new Date(0).toISOString() })];
    return [
      open,
      {
        key: 'renew',
        label: t('knock.renew'),
        by: robotEndpoints.rotateCredential,
        onSelect: () => void renewNow(robot),
      },
    ];
  };
  return (
    <>
      <RecordListPage
        list={list}
        title={t('quarantine.title')}
        rowActions={actionsOf}
        empty={
          <Empty icon="check" title={t('quarantine.none')}>
            {t('quarantine.noneText')}
          </Empty>
        }
      />
      {adding !== undefined && (
        <AddRobotDialog imei={adding} onAdded={({ mqtt }) => setAccess(mqtt)} onClose={() => setAdding(undefined)} />
      )}
      {leaving.dialog}
      {access && <CredentialDialog access={access} onClose={() => setAccess(undefined)} />}
    </>
  );
}
