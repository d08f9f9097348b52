import { useTranslation } from 'react-i18next';
import { type RecordFormProps, RecordInput } from '#system/records/web/page.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';

/** The one type there is needs no question. */
export function GoodsForm({ kind, row }: RecordFormProps) {
  const { t } = useTranslation('points-goods');
  const id = row?.id;
  return (
    <>
      <RecordInput kind={kind} name="title" id={id} />
      <RecordInput kind={kind} name="titleZh" id={id} />
      <RecordInput kind={kind} name="image" id={id} />
      <RecordInput kind={kind} name="couponId" id={id} />
      <NumberField name="points" required />
      <NumberField name="stock" hint={t('hint.stock')} />
      <NumberField name="perCustomer" hint={t('hint.perCustomer')} />
      <NumberField name="sort" hint={t('hint.sort')} />
      <RecordInput kind={kind} name="status" id={id} />
      <RecordInput kind={kind} name="content" id={id} />
      <RecordInput kind={kind} name="contentZh" id={id} />
    </>
  );
}
