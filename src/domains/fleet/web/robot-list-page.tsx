import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { MqttAccess } from '#domains/devices/contract/device.ts';
import { FLEET_MAP_PAGE } from '#domains/fleet/contract/calls.ts';
import { fleetEndpoints } from '#domains/fleet/contract/endpoints.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import type { Robot } from '#domains/robots/contract/robot.ts';
import { ATTENTION_HEALTHS, ROBOT_STATUS_FILTERS } from '#domains/robots/contract/robot-status.ts';
import { robotSuperFields } from '#domains/robots/contract/robot-super-fields.ts';
import {
  AddRobotDialog,
  askHealthCounts,
  BatchDialog,
  BindSpotDialog,
  BULK_COMMANDS_BY,
  BulkCommands,
  CredentialDialog,
  FaultTags,
  FirstRobot,
  HealthReasonText,
  healthTags,
  type PlacedRobot,
  RobotCommands,
  RobotSummary,
  RobotTimes,
  robotStatusTags,
  saysWhy,
  soldOutTags,
  Temperatures,
  useHealthViewCounts,
  useLeaving,
  useRobotCommands,
  useSpotActions,
  watchEveryMs,
} from '#domains/robots/web/pieces/index.ts';
import { SPOT_STATES } from '#domains/spots/contract/spot-codes.ts';
import { findSpotOptions } from '#domains/spots/web/choices/index.ts';
import { RecordListPage } from '#system/record-list/web/index.ts';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { choiceFilter, recordFilter, searchFilter, textFilter } from '#ui/record-list/filters.ts';
import { useOwnChanges } from '#ui/record-list/use-own-changes.ts';
import { useRecordList } from '#ui/record-list/use-record-list.ts';
import { columnsFor } from '#ui/record-table/column.tsx';
import type { ShortCard } from '#ui/record-table/record-cards.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { BulkChanges } from './bulk-changes.tsx';

const BULK_BY = [...BULK_COMMANDS_BY, fleetEndpoints.bindMany, fleetEndpoints.changeSettings];
const column = columnsFor<Robot>();
const pageOf = (imei: string): string => `/devices/robots/${imei}`;

const COLUMNS = [
  // how each robot is, where and with what left, in windows of 768 px too
  column.link('name', (row) => pageOf(row.imei), { width: 172, tight: 124, sort: true }),
  column.status('health', healthTags, { width: 132, tight: 124, sort: true, card: 'status' }),
  column.custom('healthReason', (row) => <Reason robot={row} />, {
    width: 248,
    tight: 168,
    value: (row) => JSON.stringify([row.healthReason, row.faults]),
  }),
  column.text('spotName', { width: 216, tight: 160, sort: true, card: 'fact' }),
  column.custom('lastHeardAt', (row) => <RobotTimes robot={row} />, {
    width: 216,
    sort: true,
    value: (row) => row.lastHeardAt,
  }),
  column.text('imei', { width: 184, sort: true, card: 'fact' }),
  column.custom('faults', (row) => (row.faults.length > 0 ? <FaultTags faults={row.faults} /> : '–'), {
    width: 160,
    hidden: true,
    value: (row) => JSON.stringify(row.faults),
  }),
  column.custom(
    'soldOut',
    (row) => (row.health === 'notConnected' ? '–' : <StatusTag of={soldOutTags} code={row.soldOut} />),
    { width: 148, hidden: true, sort: true, value: (row) => row.soldOut },
  ),
  column.custom('temperatures', (row) => <Temperatures readings={row.temperatures} />, {
    width: 180,
    value: (row) => JSON.stringify(row.temperatures),
  }),
  column.text('makingOrderNo', { width: 190 }),
  column.status('status', robotStatusTags, { hidden: true, card: 'none' }),
  column.custom('reportType', (row) => <Word of="reportType" code={row.reportType} />, { width: 148, hidden: true }),
  column.number('reportIntervalSeconds', { width: 164, hidden: true }),
  column.custom('appLayout', (row) => <Word of="appLayout" code={row.appLayout} />, { width: 180, hidden: true }),
  column.custom('canOrderInApp', (row) => <Word of="field" code={row.canOrderInApp ? 'yes' : 'no'} />, {
    width: 148,
    hidden: true,
    value: (row) => row.canOrderInApp,
  }),
  column.number('activeAlarms', { width: 132, hidden: true }),
  column.number('countdownDays', { width: 164, hidden: true }),
  column.text('model', { width: 96, hidden: true, sort: true }),
  column.text('firmware', { width: 96, hidden: true, sort: true }),
  column.time('createdAt', { hidden: true, sort: true }),
];

const REASON = ['health', 'healthReason'];

const VIEWS = [
  { key: 'all' },
  { key: 'attention', request: { health: ATTENTION_HEALTHS.join(',') }, lead: REASON },
  { key: 'offline', request: { health: 'offline' }, lead: ['health', 'lastHeardAt'] },
  { key: 'abnormal', request: { health: 'fault' }, lead: REASON },
  { key: 'soldOut', request: { health: 'soldOut' }, lead: REASON },
  { key: 'maintain', request: { health: 'maintenance' } },
  { key: 'retired', request: { retired: true } },
];

/** Counted by health; those out of use are counted nowhere. */
const COUNTED = VIEWS.filter(({ key }) => key !== 'retired') as readonly {
  key: string;
  request?: { health: string };
}[];
const inUse = ({ retired: _, ...request }: Readonly<Record<string, unknown>>) => request;

const FILTERS = {
  keyword: searchFilter(),
  spotId: recordFilter(findSpotOptions.search, { find: findSpotOptions.find, promoted: true }),
  health: choiceFilter(healthTags, {
    promoted: true,
    multiple: true,
    counts: askHealthCounts,
  }),
  status: choiceFilter(ROBOT_STATUS_FILTERS),
  soldOut: choiceFilter(soldOutTags, { multiple: true }),
  model: textFilter(),
  spotStatus: choiceFilter(SPOT_STATES),
  runsOut: choiceFilter(['today']),
  maintenanceWithinDays: choiceFilter([0, 7, 14, 30]),
};

function Word({ of, code }: { of: 'reportType' | 'appLayout' | 'field'; code: string }) {
  const { t } = useTranslation('robots');
  return t(`${of}.${code}`);
}

function Reason({ robot }: { robot: Robot }) {
  return saysWhy(robot) ? <HealthReasonText robot={robot} /> : '–';
}

function ActiveAlarms({ count }: { count: number }) {
  const { t } = useTranslation('fleet');
  return t('monitor.alarms', { count });
}

function robotCard(robot: Robot): ShortCard {
  return {
    title: <Link to={pageOf(robot.imei)}>{robot.name}</Link>,
    end: <StatusTag of={healthTags} code={robot.health} />,
    facts: [
      saysWhy(robot) && <HealthReasonText key="reason" robot={robot} />,
      robot.spotName,
      robot.activeAlarms > 0 && <ActiveAlarms key="alarms" count={robot.activeAlarms} />,
      robot.lastHeardAt && <Time key="heard" at={robot.lastHeardAt} relative />,
    ],
  };
}

/** All robots of the tenant with state, since when, and last message. */
export default function RobotListPage() {
  // the second one for the bulk bar, which must not wait for its texts when the first row is picked
  const { t } = useTranslation(['robots', 'transfers', 'fleet']);
  const [isAdding, setAdding] = useState(false);
  const [access, setAccess] = useState<MqttAccess>();
  const [binding, setBinding] = useState<PlacedRobot>();
  const spotActions = useSpotActions(setBinding);
  const commands = useRobotCommands(setAccess);
  const leaving = useLeaving(setAccess);
  // in the address, for the notice of its end leads here
  const [params, setParams] = useSearchParams();
  const batchId = params.get('batch');
  const keepSelected = useRef<(ids: readonly string[]) => void>(undefined);
  const showBatch = (id: string | undefined) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (id === undefined) next.delete('batch');
      else next.set('batch', id);
      return next;
    });
  const [fleet, setFleet] = useState<number>();
  const list = useRecordList(robotEndpoints.page, {
    namespace: 'robots',
    savedAs: 'devices.list',
    rowId: 'imei',
    columns: COLUMNS,
    views: VIEWS,
    filters: FILTERS,
    advanced: robotSuperFields,
    live: 'robot',
    liveId: 'id',
    elsewhereEveryMs: watchEveryMs(fleet),
  });
  const showOwn = useOwnChanges(list);
  const counts = useHealthViewCounts(COUNTED, inUse(list.request), list.state.values['health']);
  if (counts && counts['all'] !== fleet) setFleet(counts['all']);
  const add = (
    <>
      <ActionButton
        brief
        action={{ key: 'map', label: t('fleet:map.toList'), icon: 'spot', by: robotEndpoints.page, to: FLEET_MAP_PAGE }}
      />
      <ActionButton
        brief
        action={{
          ...{ key: 'import', label: t('import.button'), icon: 'upload', by: robotEndpoints.add },
          to: '/devices/robot-import',
        }}
      />
      <ActionButton
        kind="primary"
        action={{
          ...{ key: 'add', label: t('add.button'), icon: 'plus', by: robotEndpoints.add },
          onSelect: () => setAdding(true),
        }}
      />
    </>
  );
  return (
    <>
      <RecordListPage
        list={list}
        title={t('list.title')}
        pageOf={pageOf}
        action={add}
        empty={<FirstRobot action={add} />}
        viewCounts={counts}
        card={robotCard}
        rowActions={(robot) =>
          robot.retiredAt === null
            ? [...commands.actionsOf(robot), ...spotActions(robot), ...leaving.actionsOf(robot)]
            : leaving.actionsOf(robot)
        }
        bulkBy={BULK_BY}
        bulkActions={(selection, _done, keep) => (
          <>
            <BulkCommands
              selection={selection}
              onStarted={({ id }) => {
                keepSelected.current = keep;
                showBatch(id);
              }}
            />
            <BulkChanges selection={selection} onDone={keep} />
          </>
        )}
        panel={{
          title: (imei, row) => row?.name ?? imei,
          content: (imei) => <RobotSummary imei={imei} />,
          actions: (imei) => <RobotCommands imei={imei} onRenewed={setAccess} />,
        }}
      />
      {batchId !== null && (
        <BatchDialog
          id={batchId}
          onClose={(failed) => {
            keepSelected.current?.(failed);
            keepSelected.current = undefined;
            showBatch(undefined);
          }}
        />
      )}
      {isAdding && (
        <AddRobotDialog
          onAdded={({ mqtt }) => {
            setAccess(mqtt);
            void showOwn();
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {commands.dialog}
      {leaving.dialog}
      {access && <CredentialDialog access={access} onClose={() => setAccess(undefined)} />}
      {binding && <BindSpotDialog robot={binding} onClose={() => setBinding(undefined)} />}
    </>
  );
}
