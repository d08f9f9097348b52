import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { customers } from '#domains/customers/contract/customers.ts';
import { call } from '#platform/http/web/call.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { FieldNotes } from '#ui/fields/field-frame.tsx';
import { type FieldCheck, useField } from '#ui/form-dialog/form-context.ts';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import type { Picked } from '#ui/picker/picker-box.tsx';
import { type LoadPage, PickerList } from '#ui/picker/picker-list.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { couponEndpoints, type SendPreview } from '../contract/endpoints.ts';

const PAGE = 10;

interface SendDialogProps {
  coupon: { readonly id: string; readonly title: string };
  onClose: () => void;
}

/** Customers are chosen, and before anything is sent the dialog says how many of them would get a code. */
export function SendDialog({ coupon, onClose }: SendDialogProps) {
  const { t } = useTranslation('coupons');
  const client = useQueryClient();
  return (
    <FormDialog
      namespace="coupons"
      title={t('send.title', { name: coupon.title })}
      schema={couponEndpoints.send.request}
      initialValues={{ couponId: coupon.id, customerIds: [] }}
      verb={t('send.verb')}
      width={560}
      onSubmit={(request, { idempotencyKey }) =>
        call(couponEndpoints.send, request, { idempotencyKey, notices: 'none' })
      }
      onSaved={() => {
        toast.success(t('send.done'));
        void client.invalidateQueries({ queryKey: ['coupons', 'sends', coupon.id] });
      }}
      onClose={onClose}
    >
      <People couponId={coupon.id} />
    </FormDialog>
  );
}

const load: LoadPage = async (keyword, pageNo, signal) => {
  const page = await call(
    customers.endpoints.page,
    { pageNo, pageSize: PAGE, ...(keyword === '' ? {} : { keyword }) },
    { signal, notices: 'none' },
  );
  return {
    pages: page.pages,
    // what tells two of one name apart
    options: page.records.map(({ id, name, userId, phone, email }) => ({
      value: id,
      label: name || userId,
      hint: phone || email || (name && name !== userId ? userId : undefined),
    })),
  };
};

function People({ couponId }: { couponId: string }) {
  const { t } = useTranslation('coupons');
  const nobody = useCallback<FieldCheck>(
    (value) => (Array.isArray(value) && value.length > 0 ? undefined : { text: t('send.nobody') }),
    [t],
  );
  const field = useField({ name: 'customerIds', label: t('send.people'), hint: t('send.hint') }, nobody);
  const { set } = field;
  const [chosen, setChosen] = useState<readonly Picked[]>([]);
  const toggle = useCallback(
    (one: Picked) => {
      const next = chosen.some(({ value }) => value === one.value)
        ? chosen.filter(({ value }) => value !== one.value)
        : [...chosen, one];
      setChosen(next);
      set(next.map(({ value }) => value));
    },
    [chosen, set],
  );
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a list with its own search box */}
      <div role="group" id={field.id} aria-label={field.label} aria-describedby={field.attributes['aria-describedby']}>
        <FieldNotes field={field} />
        <PickerList label={field.label} load={load} chosen={chosen} isMulti onToggle={toggle} />
      </div>
      <Preview couponId={couponId} customerIds={chosen.map(({ value }) => value)} />
    </>
  );
}

function Preview({ couponId, customerIds }: { couponId: string; customerIds: string[] }) {
  const { t } = useTranslation('coupons');
  const { data } = useQuery({
    queryKey: ['coupons', 'send-preview', couponId, customerIds],
    enabled: customerIds.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(couponEndpoints.previewSend, { couponId, customerIds }, { signal, notices: 'none' }),
  });
  const why = useSkipped();
  return (
    <p role="status">
      {customerIds.length > 0 && data && (
        <>
          <strong>{data.issued === 0 ? t('send.none') : t('send.would', { ...data })}</strong>
          {why(data) && <span className="quiet">{` · ${why(data)}`}</span>}
        </>
      )}
    </p>
  );
}

/** Why others got none, in words. */
export function useSkipped(): (of: Pick<SendPreview, 'skipped'>) => string {
  const { t } = useTranslation('coupons');
  const language = useLanguage();
  return ({ skipped }) =>
    joinWords(
      Object.entries(skipped).map(([reason, count]) =>
        t(`send.why.${reason}`, { count, keySeparator: false, defaultValue: reason }),
      ),
      language,
    );
}
