import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type RecordFormProps, RecordInput, recordsPage } from '#system/records/web/page.tsx';
import { SecretField } from '#ui/fields/secret-field.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { columnsFor } from '#ui/record-table/column.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { BROKER_MOVES } from '../contract/addresses.ts';
import { type Broker, brokerMoves, brokers, PASSWORD_MASK } from '../contract/brokers.ts';
import { brokerEndpoints } from '../contract/endpoints.ts';
import { BrokerAccounts } from './broker-accounts.tsx';
import { useBrokerState } from './broker-states.ts';
import { BrokerTester } from './broker-tester.tsx';
import { MoveDialogs, openMoveDialog } from './move-dialog.tsx';
import './brokers.css';

const column = columnsFor<Broker>();

const Page = recordsPage(brokers, {
  icon: 'plug',
  shown: ['name', 'state', 'rate', 'clients', 'robotCount', 'onlineCount', 'url', 'tlsUrl', 'status'],
  widths: { name: 220, url: 240, tlsUrl: 240, robotCount: 104, onlineCount: 104 },
  moreColumns: [
    column.custom('state', (row) => <Connection row={row} />, { width: 152 }),
    column.custom('rate', (row) => <Rate row={row} />, { width: 152, align: 'end' }),
    column.custom('clients', (row) => <Clients row={row} />, { width: 104, align: 'end' }),
  ],
  cells: {
    name: (row) => <BrokerName row={row} />,
    url: (row) => (row.builtIn ? <BuiltInAddress /> : row.url || '–'),
  },
  form: (props) => <BrokerForm {...props} />,
  formWidth: 640,
  facts: ['url', 'tlsUrl', 'username', 'status', 'robotCount', 'onlineCount', 'remark'],
  below: (row) => <BrokerAccounts row={row} />,
  actions: AllMoves,
  rowActions: brokerActions,
});

/** The brokers that robots connect to: whether they are there, and how much is said through them. */
export default function BrokerListPage() {
  return (
    <>
      <Page />
      <MoveDialogs />
    </>
  );
}

function brokerActions(row: Broker, t: TFunction): RowAction[] {
  return [
    {
      ...{ key: 'move', icon: 'robot', by: brokerEndpoints.change },
      label: t('move.button'),
      onSelect: () => openMoveDialog(row),
    },
  ];
}

function AllMoves() {
  const { t } = useTranslation('brokers');
  return (
    <ActionButton
      brief
      action={{ key: 'moves', label: t('move.all'), icon: 'refresh', by: brokerMoves.endpoints.page, to: BROKER_MOVES }}
    />
  );
}

function BrokerName({ row }: { row: Broker }) {
  const { t } = useTranslation('brokers');
  return <span className="broker-name">{row.builtIn ? t('builtIn.tag') : row.name}</span>;
}

function BuiltInAddress() {
  const { t } = useTranslation('brokers');
  return t('builtIn.address');
}

function Connection({ row }: { row: Broker }) {
  const { t } = useTranslation('brokers');
  const state = useBrokerState(row.id);
  if (row.status === 0) return <Tag tone="neutral">{t('state.off')}</Tag>;
  if (!state) return t('state.unknown');
  if (state.isUp) return <Tag tone="success">{t('state.up')}</Tag>;
  return (
    <span data-tip={state.problem ?? undefined}>
      <Tag tone="danger">{t('state.down')}</Tag>
    </span>
  );
}

function Rate({ row }: { row: Broker }) {
  const { i18n } = useTranslation('brokers');
  const state = useBrokerState(row.id);
  if (!state?.isUp) return '–';
  return new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(state.messagesPerSecond);
}

function Clients({ row }: { row: Broker }) {
  return useBrokerState(row.id)?.clients ?? '–';
}

function BrokerForm({ kind, row }: RecordFormProps) {
  const { t } = useTranslation('brokers');
  const input = (name: string) => <RecordInput kind={kind} name={name} id={row?.id} />;
  const hinted = (name: string) => (
    <div>
      {input(name)}
      <p className="field-hint">{t(`hint.${name}`)}</p>
    </div>
  );
  return (
    <>
      {input('name')}
      {hinted('tlsUrl')}
      {hinted('url')}
      {hinted('username')}
      <SecretField name="accountPassword" mask={PASSWORD_MASK} autoComplete="new-password" />
      <BrokerTester id={row?.id} />
      {input('status')}
      {input('remark')}
    </>
  );
}
