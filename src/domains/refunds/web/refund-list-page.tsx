import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { create } from 'zustand';
import { orderAddress } from '#domains/orders/contract/addresses.ts';
import { useProviderWords } from '#domains/payments/web/index.ts';
import { hasReasonCode } from '#domains/refunds/contract/refund.ts';
import { RobotLink } from '#domains/robots/web/index.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { selectedIds } from '#system/records/web/record-page.tsx';
import { StoredPicture } from '#ui/image-field/stored-picture.tsx';
import { OpenedPart } from '#ui/opened-part/opened-part.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import type { ListView } from '#ui/record-list/list-state.ts';
import type { Selection } from '#ui/record-list/selection.tsx';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { refundEndpoints } from '../contract/endpoints.ts';
import { type ListedRefund, REFUND_VIEWS, refundList } from '../contract/refund-list.ts';
import type { AnswerRefundDialog as Answering } from './answer-refund-dialog.tsx';
import { OldestRequest } from './oldest-request.tsx';
import { RefundPhoto } from './refund-photo.tsx';
import { refundStatusTags } from './refund-tags.ts';

/** Both stand with the pages of orders, which have them at once; here they come when they are opened. */
const AnswerRefundDialog = lazyAgain<ComponentProps<typeof Answering>>(async () => ({
  default: (await import('./answer-refund-dialog.tsx')).AnswerRefundDialog,
}));
const AnswerRefundsDialog = lazyAgain(() => import('./bulk-answers/answer-refunds-dialog.tsx'));

interface Asked {
  readonly one?: { readonly refund: ListedRefund; readonly agree: boolean } | undefined;
  readonly many?: { readonly ids: readonly string[]; readonly agree: boolean; readonly done: () => void } | undefined;
}
/** What is being answered. */
const useAnswering = create<Asked>(() => ({}));
const close = () => useAnswering.setState({}, true);

const VIEWS: readonly ListView[] = [
  { key: 'waiting', request: REFUND_VIEWS.waiting },
  { key: 'open', request: REFUND_VIEWS.open },
  { key: 'returned', request: REFUND_VIEWS.returned },
  { key: 'all', request: REFUND_VIEWS.all },
];

const Refunds = recordsPage(refundList, {
  icon: 'payment',
  views: VIEWS,
  shown: [
    ...['orderNo', 'status', 'amountMinor', 'requestedAt', 'requestedByName', 'reason', 'wish', 'cups', 'spotId'],
    ...['goodsSummary'],
  ],
  widths: { orderNo: 216, status: 190, requestedByName: 150, reason: 176, wish: 132, cups: 104 },
  live: { kind: 'order', id: 'orderNo' },
  cells: {
    orderNo: (row) => (
      <Link to={orderAddress(row.orderNo)} className="record-identity">
        <RecordNumber of={row.orderNo} />
      </Link>
    ),
    status: (row) => <StatusTag of={refundStatusTags} code={row.status} />,
    // how long somebody waits says more than the minute in which he began to
    requestedAt: (row) => <Time at={row.requestedAt} relative={row.waiting} zone="never" />,
    requestedByName: (row) => <Applicant of={row} />,
    reason: (row) => <Reason of={row} />,
    wish: (row) => <Wish of={row} />,
    cups: (row) => <Cups of={row} />,
    deviceImei: (row) => <RobotLink imei={row.deviceImei} name={row.deviceImei} />,
    lastError: (row) => <ProviderReason code={row.lastError} />,
  },
  // the photo stands below them, large enough to see something
  facts: [
    ...[
      'orderNo',
      'status',
      'amountMinor',
      'requestedAt',
      'requestedByName',
      'origin',
      'reason',
      'wish',
      'cups',
      'isFull',
    ],
    ...['goodsSummary', 'spotId', 'deviceImei', 'customerId', 'answeredByName', 'answeredAt', 'answerReason'],
    ...['providerState', 'completedAt', 'providerRef', 'lastError'],
  ],
  below: (row) => row.photo && <RefundPhoto path={row.photo} />,
  rowActions: (row, t) =>
    row.waiting
      ? ([true, false] as const).map((agree) => ({
          key: agree ? 'agree' : 'refuse',
          label: t(agree ? 'answer.agree' : 'answer.refuse'),
          icon: agree ? 'check' : 'close',
          by: refundEndpoints.answerRefund,
          onSelect: () => useAnswering.setState({ one: { refund: row as unknown as ListedRefund, agree } }),
        }))
      : [],
  actions: OldestRequest,
  bulkBy: [refundEndpoints.answerRefund],
  bulkActions: (selection, done) => <Bulk selection={selection} done={done} />,
});

/** Every application for money back: who asks, why, how much, and since when; answered here, one or many at once. */
export default function RefundListPage() {
  // with the texts of what opens on it
  useTranslation(['orders', 'refunds', 'bulk-answers']);
  const { one, many } = useAnswering();
  return (
    <>
      <Refunds />
      <OpenedPart onClose={close}>
        {one && <AnswerRefundDialog refund={one.refund} agree={one.agree} onClose={close} />}
        {many && (
          <AnswerRefundsDialog
            of="refund"
            ids={many.ids}
            agree={many.agree}
            onClose={(waiting) => {
              if (waiting?.length === 0) many.done();
              close();
            }}
          />
        )}
      </OpenedPart>
    </>
  );
}

function Bulk({ selection, done }: { selection: Selection; done: () => void }) {
  const { t } = useTranslation('refund-list');
  const ask = async (agree: boolean): Promise<void> => {
    const ids = await selectedIds(refundList as unknown as RecordKind, selection);
    useAnswering.setState({ many: { ids, agree, done } });
  };
  return ([true, false] as const).map((agree) => (
    <ActionButton
      key={String(agree)}
      small
      action={{
        key: agree ? 'agree' : 'refuse',
        label: t(agree ? 'answer.agreeMany' : 'answer.refuseMany'),
        icon: agree ? 'check' : 'close',
        by: refundEndpoints.answerRefund,
        onSelect: () => void ask(agree),
      }}
    />
  ));
}

/** The person of the staff, or the customer by the word that his client has for him. */
function Applicant({ of }: { of: Pick<ListedRefund, 'origin' | 'requestedByName' | 'customerId'> }) {
  const { t } = useTranslation('refunds');
  const { origin, requestedByName, customerId } = of;
  if (origin === 'staff' && requestedByName) return requestedByName;
  const who = t(`refund.origin.${origin}`);
  return origin === 'customer' && customerId ? `${who} · ${customerId}` : who;
}

/** In the words of the person who asked; what the product decides by itself is a code of its own. */
function Reason({ of: { origin, reason } }: { of: Pick<ListedRefund, 'origin' | 'reason'> }) {
  const { t } = useTranslation('refunds');
  return (hasReasonCode(origin) ? t(`refund.automatic.${reason}`, { defaultValue: reason }) : reason) || '–';
}

/** Of who asked at the machine, with his photo. */
function Wish({ of: { wish, photo } }: { of: Pick<ListedRefund, 'wish' | 'photo'> }) {
  const { t } = useTranslation('refunds');
  if (!wish) return '–';
  return (
    <span className="refund-wish">
      {photo && <StoredPicture className="record-picture" path={photo} label={t('wish.photo')} isLazy />}
      {t(`wish.${wish}`)}
    </span>
  );
}

function Cups({ of: { cups, isFull } }: { of: Pick<ListedRefund, 'cups' | 'isFull'> }) {
  const { t } = useTranslation('refund-list');
  if (cups > 0) return cups;
  return t(isFull ? 'cups.whole' : 'cups.amount');
}

/** In words, as far as we know the provider's codes. */
function ProviderReason({ code }: { code: string }) {
  const reasonOf = useProviderWords();
  return code === '' ? '–' : reasonOf(code);
}
