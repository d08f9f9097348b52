import { useTranslation } from 'react-i18next';
import { Tag } from '#ui/tag/tag.tsx';
import type { CouponCode } from '../contract/coupon-codes.ts';

/** A code that an order holds is not used yet (practice 5.6). */
export function CodeState({ row }: { row: Pick<CouponCode, 'status' | 'isVoid'> }) {
  const { t } = useTranslation('coupon-codes');
  if (row.isVoid) return <Tag tone="danger">{t('state.void')}</Tag>;
  return row.status === 1 ? <Tag>{t('state.used')}</Tag> : <Tag tone="success">{t('state.unused')}</Tag>;
}

export function Whose({ row }: { row: Pick<CouponCode, 'customerId' | 'customerName'> }) {
  const { t } = useTranslation('coupon-codes');
  if (row.customerId === null) return <span className="quiet">{t('anybody')}</span>;
  return row.customerName || <span className="quiet">{t('customer')}</span>;
}
