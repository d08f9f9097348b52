import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { MqttAccess, Robot } from '#domains/devices/contract/robot.ts';
import { findSpotOptions } from '#domains/spots/web/index.ts';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { choiceFilter, recordFilter, searchFilter } from '#ui/record-list/filters.ts';
import { RecordListPage } from '#ui/record-list/record-list-page.tsx';
import { useRecordList } from '#ui/record-list/use-record-list.ts';
import { columnsFor } from '#ui/record-table/column.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { deviceEndpoints } from '../contract/endpoints.ts';
import { robotSuperFields } from '../contract/robot-super-fields.ts';
import { AddRobotDialog } from './add-robot-dialog.tsx';
import { BatchDialog } from './batch-dialog.tsx';
import { BindSpotDialog } from './bind-spot-dialog.tsx';
import { BulkMaintain } from './bulk-maintain.tsx';
import { CredentialDialog } from './credential-dialog.tsx';
import { FirstRobot } from './first-robot.tsx';
import { RobotCommands, RobotSummary } from './robot-detail/robot-summary.tsx';
import { RobotStatus } from './robot-status.tsx';
import { robotStatusTags, soldOutTags } from './robot-tags.ts';
import { type PlacedRobot, useSpotActions } from './spot-actions.ts';
import { Temperatures } from './temperatures.tsx';

const column = columnsFor<Robot>();
const pageOf = (imei: string): string => `/devices/robots/${imei}`;

const COLUMNS = [
  // how each robot is, where and with what left, in windows of 768 px too
  column.link('name', (row) => pageOf(row.imei), { width: 172, tight: 124 }),
  column.custom('status', (row) => <RobotStatus robot={row} />, {
    width: 288,
    tight: 200,
    card: 'status',
    value: (row) => row.status,
  }),
  column.text('spotName', { width: 232, tight: 168, card: 'fact' }),
  column.status('soldOut', soldOutTags, { width: 148, tight: 140 }),
  column.text('imei', { width: 184, card: 'fact' }),
  column.custom(
    'faults',
    (row) =>
      row.faults.length > 0 ? <Tag tone="danger">{row.faults.map((fault) => fault.code).join(', ')}</Tag> : '–',
    {
      width: 160,
      value: (row) => row.faults.length,
    },
  ),
  column.custom('temperatures', (row) => <Temperatures readings={row.temperatures} />, {
    width: 180,
    value: (row) => JSON.stringify(row.temperatures),
  }),
  column.text('makingOrderNo', { width: 190 }),
  column.text('model', { width: 96, hidden: true }),
  column.text('firmware', { width: 96, hidden: true }),
  column.time('createdAt', { hidden: true }),
];

const VIEWS = [
  { key: 'all' },
  { key: 'offline', request: { status: 'offline' as const } },
  { key: 'maintain', request: { status: 'maintain' as const } },
  { key: 'abnormal', request: { abnormal: true }, lead: ['status', 'faults'] },
];

const FILTERS = {
  keyword: searchFilter(),
  spotId: recordFilter(findSpotOptions.search, { find: findSpotOptions.find, promoted: true }),
  status: choiceFilter(robotStatusTags),
};

/** All robots of the tenant with state, since when and last heard. */
export default function RobotListPage() {
  // the second one for the bulk bar, which must not wait for its texts when the first row is picked
  const { t } = useTranslation(['devices', 'transfers']);
  const [isAdding, setAdding] = useState(false);
  const [access, setAccess] = useState<MqttAccess>();
  const [binding, setBinding] = useState<PlacedRobot>();
  const spotActions = useSpotActions(setBinding);
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
  const list = useRecordList(deviceEndpoints.page, {
    namespace: 'devices',
    rowId: 'imei',
    columns: COLUMNS,
    views: VIEWS,
    filters: FILTERS,
    advanced: robotSuperFields,
    live: 'robot',
    liveId: 'id',
  });
  const add = (
    <>
      <ActionButton
        action={{
          key: 'import',
          label: t('import.button'),
          icon: 'upload',
          by: deviceEndpoints.add,
          to: '/devices/robot-import',
        }}
      />
      <ActionButton
        kind="primary"
        action={{
          key: 'add',
          label: t('add.button'),
          icon: 'plus',
          by: deviceEndpoints.add,
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
        rowActions={(row) => [{ key: 'open', label: t('list.open'), to: pageOf(row.imei) }, ...spotActions(row)]}
        bulkActions={(selection, _done, keep) => (
          <BulkMaintain
            selection={selection}
            onStarted={({ id }) => {
              keepSelected.current = keep;
              showBatch(id);
            }}
          />
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
      {isAdding && <AddRobotDialog onAdded={({ mqtt }) => setAccess(mqtt)} onClose={() => setAdding(false)} />}
      {access && <CredentialDialog access={access} onClose={() => setAccess(undefined)} />}
      {binding && <BindSpotDialog robot={binding} onClose={() => setBinding(undefined)} />}
    </>
  );
}
