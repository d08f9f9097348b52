import type { TFunction } from 'i18next';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { commandStateTags, findRobotOptions } from '#domains/robots/web/index.ts';
import { call } from '#platform/http/web/call.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { choiceFilter, recordFilter, textFilter } from '#ui/record-list/filters.ts';
import { statusTags } from '#ui/status/status-tags.ts';
import { toast } from '#ui/toast/toasts.tsx';
import { deviceCommands, type ListedCommand } from '../contract/device-commands.ts';
import { deviceCommandEndpoints } from '../contract/endpoints.ts';
import { CommandName, Device, Result, State } from './command-cells.tsx';
import { parsed, pretty } from './parsed.ts';
import { Sender } from './sender.tsx';
import './device-commands.css';

const COMMANDS = ['makeOrder', 'restart', 'setMaintenance', 'uploadLog', 'reportState', 'clean', 'openOutlet'];
const commandTags = statusTags('robots:command', Object.fromEntries(COMMANDS.map((cmd) => [cmd, 'neutral' as const])));
const OPEN = 'queued,sent,accepted,running';

/** Every command to every device, newest first (practice 11). */
export default recordsPage(deviceCommands, {
  icon: 'list',
  shown: ['cmd', 'deviceName', 'state', 'resultText', 'requestedByName', 'reason', 'issuedAt', 'finishedAt'],
  widths: { cmd: 168, deviceName: 176, state: 168, resultText: 200, requestedByName: 144, reason: 200 },
  live: { kind: 'command', id: 'id' },
  views: [
    { key: 'all' },
    { key: 'open', request: { state: OPEN } },
    { key: 'failed', request: { state: 'failed,timed_out,expired' } },
  ],
  filters: {
    imei: recordFilter(findRobotOptions.search, { find: findRobotOptions.find, promoted: true }),
    cmd: choiceFilter(commandTags, { promoted: true }),
    state: choiceFilter(commandStateTags, { promoted: true, multiple: true }),
    requestedByName: textFilter(),
  },
  cells: {
    cmd: (row) => <CommandName row={row} />,
    deviceName: (row) => <Device row={row} />,
    state: (row) => <State row={row} />,
    resultText: (row) => <Result row={row} />,
    requestedByName: (row) => <Sender row={row} />,
    orderNo: (row) => (row.orderNo === '' ? '–' : <Link to={orderAddress(row.orderNo)}>{row.orderNo}</Link>),
  },
  facts: [
    ...['deviceName', 'imei', 'state', 'requestedByName', 'reason', 'orderNo'],
    ...['issuedAt', 'sentAt', 'acceptedAt', 'finishedAt', 'attempts', 'ttlSeconds', 'late', 'resultCode', 'resultText'],
  ],
  above: (row) => (
    <h3>
      <CommandName row={row} />
    </h3>
  ),
  below: (row) => <Content row={row} />,
  actions: Send,
  rowActions: (row, t) =>
    row.state === 'queued'
      ? [
          {
            ...{ key: 'cancel', by: robotEndpoints.cancelCommand, danger: true },
            label: t('cancel.button'),
            onSelect: () => void cancel(row.id, t),
          },
        ]
      : [],
});

const SendDialog = lazy(() => import('./send-dialog.tsx'));

function Send() {
  const { t } = useTranslation('device-commands');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton
        kind="primary"
        action={{
          ...{ key: 'send', label: t('send.button'), icon: 'play', by: deviceCommandEndpoints.send },
          onSelect: () => setOpen(true),
        }}
      />
      {isOpen && (
        <Suspense>
          <SendDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

async function cancel(commandId: string, t: TFunction): Promise<void> {
  if (!(await confirm({ title: t('cancel.title'), body: t('cancel.body'), verb: t('cancel.button'), danger: true })))
    return;
  const done = await call(robotEndpoints.cancelCommand, { commandId }).catch(() => undefined);
  if (done) toast.success(t('cancel.done'));
}

/** What the device got, and what it said: the state before and after, where the command changed one. */
function Content({ row }: { row: ListedCommand }) {
  const { t } = useTranslation('device-commands');
  const { before, after } = parsed(row.resultData);
  const word = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return (
    <>
      {before !== undefined && after !== undefined && (
        <>
          <h3>{t('change.title')}</h3>
          <p>{t('change.text', { before: word(before), after: word(after) })}</p>
        </>
      )}
      <h3>{t('field.payload')}</h3>
      <pre className="command-content">{pretty(row.payload)}</pre>
      {row.resultData !== '' && (
        <>
          <h3>{t('field.resultData')}</h3>
          <pre className="command-content">{pretty(row.resultData)}</pre>
        </>
      )}
    </>
  );
}
