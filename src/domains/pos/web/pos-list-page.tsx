import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { type RecordFormProps, RecordInput, recordsPage } from '#system/records/web/page.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { posEndpoints } from '../contract/endpoints.ts';
import { type Pos, pos } from '../contract/pos.ts';
import { openPosDialog, PosDialogs } from './pos-dialogs.tsx';

const Page = recordsPage(pos, {
  icon: 'payment',
  shown: ['name', 'imei', 'posCode', 'online', 'network', 'robotId', 'registeredAt', 'address', 'status'],
  widths: { name: 180, imei: 170, posCode: 120, online: 124, network: 132, registeredAt: 168 },
  cells: {
    online: (row) => <Connection row={row} />,
    network: (row) => <Network row={row} />,
    registeredAt: (row) => <Registered row={row} />,
  },
  form: (props) => <PosForm {...props} />,
  formWidth: 640,
  rowActions: posActions,
  // it cannot connect without one
  onAdded: (row) => openPosDialog('credential', row),
});

/** Payment terminals, the robots at which they stand, and whether they are there. */
export default function PosListPage() {
  return (
    <>
      <Page />
      <PosDialogs />
    </>
  );
}

function Connection({ row: { online } }: { row: Pos }) {
  const { t } = useTranslation('pos');
  return <Tag tone={online ? 'success' : 'neutral'}>{t(online ? 'state.online' : 'state.offline')}</Tag>;
}

function Network({ row: { network } }: { row: Pos }) {
  const { t } = useTranslation('pos');
  if (network === 'reachable') return <Tag tone="success">{t('state.reachable')}</Tag>;
  return network === 'unreachable' ? <Tag tone="danger">{t('state.unreachable')}</Tag> : '–';
}

function Registered({ row: { registeredAt } }: { row: Pos }) {
  const { t } = useTranslation('pos');
  if (registeredAt === null) return <Tag tone="warning">{t('state.unregistered')}</Tag>;
  return <Time at={registeredAt} zone="never" />;
}

function PosForm({ kind, row }: RecordFormProps) {
  const { t } = useTranslation('pos');
  return (
    <>
      {!row && <RecordInput kind={kind} name="imei" id={undefined} />}
      <RecordInput kind={kind} name="name" id={row?.id} />
      <RecordInput kind={kind} name="posCode" id={row?.id} />
      <TextField name="address" hint={t('hint.address')} />
      <RecordInput kind={kind} name="zipCode" id={row?.id} />
      <TextField name="country" hint={t('hint.country')} />
      {!row && <TextField name="registrationCode" hint={t('hint.registrationCode')} />}
      <RecordInput kind={kind} name="status" id={row?.id} />
    </>
  );
}

/** The name comes with the reference, which the server alone sets. */
const robotOf = (row: Pos & { readonly robotName?: string | null }): string => row.robotName ?? '';

async function unbind(row: Pos, t: TFunction): Promise<void> {
  const yes = await confirm({
    title: t('unbind.title', { name: row.name, robot: robotOf(row) }),
    body: t('unbind.body'),
    verb: t('unbind.verb', { name: row.name }),
    danger: true,
  });
  if (!yes) return;
  const done = await call(posEndpoints.unbind, { id: row.id }, { idempotencyKey: crypto.randomUUID() }).then(
    () => true,
    () => false,
  );
  if (done) toast.success(t('unbind.done', { name: row.name }));
}

function posActions(row: Pos, t: TFunction): RowAction[] {
  return [
    row.robotId === null
      ? {
          ...({ key: 'bind', icon: 'link', by: posEndpoints.bind } as const),
          label: t('bind.action'),
          onSelect: () => openPosDialog('bind', row),
        }
      : {
          ...({ key: 'unbind', icon: 'link', by: posEndpoints.unbind } as const),
          label: t('unbind.action'),
          onSelect: () => void unbind(row, t),
        },
    {
      ...{ key: 'register', icon: 'payment', by: posEndpoints.register },
      label: t(row.registeredAt === null ? 'register.action' : 'register.again'),
      onSelect: () => openPosDialog('register', row),
    },
    {
      ...{ key: 'credential', icon: 'key', by: posEndpoints.credential },
      label: t('credential.action'),
      onSelect: () => openPosDialog('credential', row),
    },
  ];
}
