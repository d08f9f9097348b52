import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { create } from 'zustand';
import { useProviderWords } from '#domains/payments/web/index.ts';
import { call } from '#platform/http/web/call.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { useFormatMoney } from '#ui/money/money.tsx';
import { OpenedPart } from '#ui/opened-part/opened-part.tsx';
import type { ListView } from '#ui/record-list/list-state.ts';
import { RecordNumber } from '#ui/record-number/record-number.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { rentalPage } from '../contract/addresses.ts';
import { AnswerRentalRefundRequest, rentalEndpoints } from '../contract/endpoints.ts';
import { type ListedRentalRefund, rentalRefunds } from '../contract/refund-list.ts';
import { rentalRefundTags } from './rental-tags.ts';
import { waitingBeside } from './waiting-words.tsx';

interface Asked {
  readonly refund?: ListedRentalRefund;
  readonly agree?: boolean;
}
/** What is being answered. */
const useAnswering = create<Asked>(() => ({}));
const close = () => useAnswering.setState({}, true);

const VIEWS: readonly ListView[] = [
  { key: 'waiting', request: { waiting: 'true' } },
  { key: 'open', request: { status: '100,101' } },
  { key: 'returned', request: { status: '102' } },
  { key: 'all', request: {} },
];

const Refunds = recordsPage(rentalRefunds, {
  icon: 'payment',
  views: VIEWS,
  shown: ['orderNo', 'status', 'amountMinor', 'requestedAt', 'requestedByName', 'reason', 'spotId', 'lastError'],
  widths: { orderNo: 238, status: 176 },
  live: { kind: 'rental', id: 'orderNo' },
  actions: waitingBeside('refunds'),
  cells: {
    orderNo: (row) => (
      <Link to={rentalPage(row.orderNo)} className="record-identity">
        <RecordNumber of={row.orderNo} />
      </Link>
    ),
    status: (row) => <StatusTag of={rentalRefundTags} code={row.status} />,
    requestedByName: (row) => <Applicant of={row} />,
    lastError: (row) => <ProviderReason code={row.lastError} />,
  },
  rowActions: (row, t) =>
    row.waiting
      ? ([true, false] as const).map((agree) => ({
          key: agree ? 'agree' : 'refuse',
          label: t(agree ? 'answer.agree' : 'answer.refuse'),
          icon: agree ? 'check' : 'close',
          by: rentalEndpoints.answerRefund,
          onSelect: () => useAnswering.setState({ refund: row as unknown as ListedRentalRefund, agree }),
        }))
      : [],
});

/** Refunds of rentals: asked for by customers and answered here, or begun by staff. */
export default function RentalRefundListPage() {
  useTranslation(['rentals']);
  const { refund, agree } = useAnswering();
  return (
    <>
      <Refunds />
      <OpenedPart onClose={close}>
        {refund && agree !== undefined && <AnswerDialog refund={refund} agree={agree} />}
      </OpenedPart>
    </>
  );
}

function AnswerDialog({ refund, agree }: { refund: ListedRentalRefund; agree: boolean }) {
  const { t } = useTranslation('rental-refunds');
  const format = useFormatMoney();
  const amount = format(refund.amountMinor, refund.currency);
  return (
    <FormDialog
      namespace="rental-refunds"
      title={t(agree ? 'answer.agreeTitle' : 'answer.refuseTitle', { orderNo: refund.orderNo })}
      intro={
        <p>
          {amount} · {refund.reason}
        </p>
      }
      schema={AnswerRentalRefundRequest}
      initialValues={{ refundId: refund.id, agree, reason: '' }}
      verb={agree ? t('answer.agreeVerb', { amount }) : t('answer.refuse')}
      danger={agree}
      onSubmit={(request, { idempotencyKey }) => call(rentalEndpoints.answerRefund, request, { idempotencyKey })}
      onSaved={() => toast.success(t(agree ? 'answer.agreed' : 'answer.refused'))}
      onClose={close}
    >
      <TextAreaField name="reason" />
    </FormDialog>
  );
}

function Applicant({
  of: { origin, requestedByName },
}: {
  of: Pick<ListedRentalRefund, 'origin' | 'requestedByName'>;
}) {
  const { t } = useTranslation('rental-refunds');
  return origin === 'staff' && requestedByName ? requestedByName : t(`origin.${origin}`);
}

/** In words, as far as we know the provider's codes. */
function ProviderReason({ code }: { code: string }) {
  const reasonOf = useProviderWords();
  return code === '' ? '–' : reasonOf(code);
}
