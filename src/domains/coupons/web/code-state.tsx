import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { customerPage } from '#domains/customers/contract/addresses.ts';
import { customers } from '#domains/customers/contract/customers.ts';
import { useMay } from '#ui/allowed/allowed.tsx';
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
  const mayOpen = useMay()(customers.endpoints.one);
  if (row.customerId === null) return <span className="quiet">{t('anybody')}</span>;
  const name = row.customerName || t('customer');
  return mayOpen ? <Link to={customerPage(row.customerId)}>{name}</Link> : name;
}
