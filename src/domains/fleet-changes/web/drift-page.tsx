import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { useMay } from '#ui/allowed/allowed.tsx';
import { Button } from '#ui/button/button.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { columnsFor } from '#ui/record-table/column.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { fleetChangeEndpoints } from '../contract/endpoints.ts';
import { type DriftRow, robotDrift } from '../contract/fleet-changes.ts';
import { driftTags } from './change-tags.ts';
import './fleet-changes.css';

const column = columnsFor<DriftRow>();

/** What each robot shall run with against what it says; those in drift first. */
export default recordsPage(robotDrift, {
  icon: 'refresh',
  shown: ['name', 'spotId', 'state', 'since', 'settings', 'menu', 'firmware', 'fix', 'reportedAt', 'online'],
  widths: { state: 216, online: 88 },
  live: { kind: 'robot', id: 'id' },
  defaultSort: { by: 'since', order: 'desc' },
  views: [{ key: 'drift', request: { state: 'by_hand,refused,not_taken,firmware' } }, { key: 'all' }],
  moreColumns: [
    column.custom('settings', (row) => <Settings row={row} />, { width: 320 }),
    column.custom('menu', (row) => <Pair wanted={row.wantedMenu} reported={row.reportedMenu} />, { width: 176 }),
    column.custom('firmware', (row) => <Pair wanted={row.wantedFirmware} reported={row.reportedFirmware} />, {
      width: 176,
    }),
    column.custom('fix', (row) => <Fix row={row} />, { width: 104 }),
  ],
  cells: {
    name: (row) => <Link to={`/devices/robots/${row.imei}?tab=settings`}>{row.name}</Link>,
    state: (row) => (
      <span data-tip={row.refusal || undefined}>
        <StatusTag of={driftTags} code={row.state} />
      </span>
    ),
  },
  rowActions: (row, t) =>
    !isInDrift(row)
      ? []
      : [
          {
            ...{ key: 'fix', icon: 'check', by: fleetChangeEndpoints.fixDrift, label: t('fix.button') },
            onSelect: () => void fix([row.imei], t),
          },
        ],
  facts: [
    ...['imei', 'spotId', 'state', 'refusal', 'wantedInterval', 'reportedInterval', 'wantedType', 'reportedType'],
    ...['wantedMenu', 'reportedMenu', 'wantedFirmware', 'reportedFirmware', 'wantedVersion', 'reportedVersion'],
    ...['since', 'wantedAt', 'reportedAt', 'lastHeardAt', 'online'],
  ],
});

async function fix(imeis: string[], t: TFunction): Promise<void> {
  const count = imeis.length;
  if (!(await confirm({ title: t('fix.title', { count }), body: t('fix.body'), verb: t('fix.many', { count }) })))
    return;
  const done = await call(fleetChangeEndpoints.fixDrift, { imeis }).catch(() => undefined);
  if (!done) return;
  const refused = done.results.filter(({ told }) => !told).map(({ imei, message }) => `${imei}: ${message}`);
  const words = t('fix.done', { count: done.told });
  if (refused.length > 0) toast.warning([words, ...refused.slice(0, 3)].join('\n'));
  else toast.success(words);
}

function Fix({ row }: { row: DriftRow }) {
  const { t } = useTranslation('robot-drift');
  const may = useMay();
  if (!isInDrift(row) || !may(fleetChangeEndpoints.fixDrift)) return '–';
  return (
    <Button small onClick={() => void fix([row.imei], t as unknown as TFunction)}>
      {t('fix.button')}
    </Button>
  );
}

const isInDrift = ({ state }: DriftRow): boolean => state !== 'same' && state !== 'unknown';

/** What it says, and what it shall run with where that is something else. */
function Pair({ wanted, reported }: { wanted: string; reported: string }) {
  const { t } = useTranslation('robot-drift');
  if (wanted === '') return reported === '' ? '–' : reported;
  const said = reported === '' ? t('value.none') : reported;
  if (reported === wanted) return said;
  return <strong className="fleet-drift">{t('value.instead', { reported: said, wanted })}</strong>;
}

function Settings({ row }: { row: DriftRow }) {
  const { t } = useTranslation('robot-drift');
  const seconds = (count: number | null) => (count === null ? '' : t('value.seconds', { count }));
  const type = (value: string) => (value === '' ? '' : t(`value.${value}`));
  return (
    <>
      <Pair
        wanted={row.reportedInterval === null ? '' : seconds(row.wantedInterval)}
        reported={seconds(row.reportedInterval)}
      />
      {' · '}
      <Pair wanted={row.reportedType === '' ? '' : type(row.wantedType)} reported={type(row.reportedType)} />
    </>
  );
}
