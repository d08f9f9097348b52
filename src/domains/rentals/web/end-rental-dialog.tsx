import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { DateTimeField } from '#ui/date/date-field.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { useFormatMoney } from '#ui/money/money.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { EndRentalRequest, rentalEndpoints } from '../contract/endpoints.ts';
import type { RentalDetail } from '../contract/rental.ts';
import { FeeWords, useSpan } from './fee-words.tsx';

const MINUTE_MS = 60_000;

/** Staff ends a rental whose unit did not come back: when, why, and what it costs then, before it is confirmed (practice 8.5). */
export function EndRentalDialog({ rental, onClose }: { rental: RentalDetail; onClose: () => void }) {
  const { t } = useTranslation('rentals');
  const { orderNo, version } = rental;
  const [now] = useState(() => Math.floor((performance.timeOrigin + performance.now()) / MINUTE_MS) * MINUTE_MS);
  const last = new Date(now).toISOString();
  return (
    <FormDialog
      namespace="rentals"
      title={t('end.title')}
      intro={<p>{t('end.explain')}</p>}
      schema={EndRentalRequest}
      initialValues={{ orderNo, version, endTime: last, reason: '' }}
      verb={t('end.verb')}
      danger
      onSubmit={(request, { idempotencyKey }) => call(rentalEndpoints.end, request, { idempotencyKey })}
      onSaved={() => toast.success(t('end.done'))}
      onClose={onClose}
    >
      <DateTimeField name="endTime" min={rental.startedAt ?? rental.createdAt} max={last} />
      <Preview rental={rental} />
      <TextAreaField name="reason" />
    </FormDialog>
  );
}

function Preview({ rental: { orderNo, money } }: { rental: RentalDetail }) {
  const { t } = useTranslation('rentals');
  const format = useFormatMoney();
  const span = useSpan();
  const { endTime } = useForm().values;
  const isTime = typeof endTime === 'string' && !Number.isNaN(Date.parse(endTime));
  const query = useQuery({
    queryKey: ['rentals', 'end', orderNo, endTime],
    queryFn: ({ signal }) =>
      call(rentalEndpoints.previewEnd, { orderNo, endTime: String(endTime) }, { signal, notices: 'none' }),
    enabled: isTime,
    retry: false,
  });
  if (query.error) return <p role="alert">{query.error.message}</p>;
  if (!query.data) return <p className="quiet">{t('end.counting')}</p>;
  const { fee, elapsedSeconds, captureMinor, chargeMinor, releaseMinor } = query.data;
  const amount = (minor: number) => format(minor, money.currency);
  return (
    <>
      <DescriptionList
        columns={1}
        facts={[
          { term: t('end.time'), value: span(Math.ceil(elapsedSeconds / 60)) },
          { term: t('field.feeMinor'), value: amount(fee.feeMinor), strong: true },
          { term: t('end.capture'), value: captureMinor > 0 && amount(captureMinor) },
          { term: t('end.charge'), value: chargeMinor > 0 && amount(chargeMinor) },
          { term: t('end.release'), value: releaseMinor > 0 && amount(releaseMinor) },
        ]}
      />
      <FeeWords fee={fee} currency={money.currency} />
    </>
  );
}
