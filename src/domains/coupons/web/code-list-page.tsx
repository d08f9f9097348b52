import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { create } from 'zustand';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { selectedIds } from '#system/records/web/record-page.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import type { RowAction } from '#ui/record-actions/offered-actions.ts';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import type { Selection } from '#ui/record-list/selection.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { couponPage } from '../contract/addresses.ts';
import { type CouponCode, couponCodes } from '../contract/coupon-codes.ts';
import { UNLIMITED } from '../contract/coupons.ts';
import { couponEndpoints } from '../contract/endpoints.ts';
import { CodeState, Whose } from './code-state.tsx';
import './coupons.css';

interface Asked {
  readonly ids?: readonly string[];
  readonly done?: () => void;
}
const useAsked = create<Asked>(() => ({}));
const close = (): void => useAsked.setState({}, true);

const Page = recordsPage(couponCodes, {
  icon: 'list',
  views: [{ key: 'all' }, { key: 'unused', request: { status: '0' } }, { key: 'used', request: { status: '1' } }],
  shown: [
    'code',
    'couponId',
    'status',
    'customerId',
    'origin',
    'issuedAt',
    'usedAt',
    'costMinor',
    'orderNo',
    'paymentSerialNo',
  ],
  widths: { code: 168, couponId: 192, status: 112, customerId: 168, origin: 168, orderNo: 212 },
  cells: {
    code: (row) => <span className="coupon-code">{row.code}</span>,
    couponId: (row) => (row.couponId === null ? '–' : <Link to={couponPage(row.couponId)}>{row.couponName}</Link>),
    customerId: (row) => <Whose row={row} />,
    status: (row) => <CodeState row={row} />,
    orderNo: (row) =>
      row.orderNo === '' ? (
        '–'
      ) : (
        <Link to={orderAddress(row.orderNo)}>
          <RecordNumber of={row.orderNo} />
        </Link>
      ),
    maxUses: (row) => <Uses row={row} />,
  },
  facts: [
    ...[
      'couponId',
      'customerId',
      'status',
      'origin',
      'issuedAt',
      'usedAt',
      'orderNo',
      'paymentSerialNo',
      'costMinor',
      'uses',
    ],
    ...['maxUses', 'voidedAt', 'voidedBy', 'voidReason'],
  ],
  rowActions: (row, t) => (canBeVoided(row) ? [voidAction(row, t)] : []),
  bulkBy: [couponEndpoints.voidCodes],
  bulkActions: (selection, done) => <VoidMany selection={selection} done={done} />,
});

/** Codes of all coupons, or of the one in the address. */
export default function CodeListPage() {
  const { ids, done } = useAsked();
  return (
    <>
      <Page />
      {ids && <VoidDialog ids={ids} done={done} />}
    </>
  );
}

const canBeVoided = (row: CouponCode): boolean =>
  !row.isVoid && row.origin !== 'custom' && (row.maxUses === UNLIMITED || row.uses < row.maxUses);

const voidAction = (row: CouponCode, t: TFunction): RowAction => ({
  ...{ key: 'void', label: t('void.action'), icon: 'close', by: couponEndpoints.voidCodes },
  onSelect: () => useAsked.setState({ ids: [row.id] }, true),
});

function Uses({ row: { maxUses } }: { row: CouponCode }) {
  const { t } = useTranslation('coupon-codes');
  return maxUses === UNLIMITED ? t('unlimited') : String(maxUses);
}

function VoidMany({ selection, done }: { selection: Selection; done: () => void }) {
  const { t } = useTranslation('coupon-codes');
  const ask = async (): Promise<void> => {
    const ids = [...(await selectedIds(couponCodes as unknown as RecordKind, selection))];
    useAsked.setState({ ids, done }, true);
  };
  return (
    <ActionButton
      action={{
        ...{ key: 'void', label: t('void.many'), icon: 'close', by: couponEndpoints.voidCodes },
        onSelect: () => void ask(),
      }}
    />
  );
}

function VoidDialog({ ids, done }: { ids: readonly string[]; done: (() => void) | undefined }) {
  const { t } = useTranslation('coupon-codes');
  return (
    <FormDialog
      namespace="coupon-codes"
      title={t('void.title', { count: ids.length })}
      schema={couponEndpoints.voidCodes.request}
      initialValues={{ ids: [...ids] }}
      intro={<p>{t('void.intro')}</p>}
      verb={t('void.verb')}
      onSubmit={(request, { idempotencyKey }) =>
        call(couponEndpoints.voidCodes, request, { idempotencyKey, notices: 'none' })
      }
      onSaved={(answer) => {
        toast.success(t('void.done', { count: (answer as { voided: number }).voided }));
        done?.();
      }}
      onClose={close}
    >
      <TextField name="reason" required />
    </FormDialog>
  );
}
