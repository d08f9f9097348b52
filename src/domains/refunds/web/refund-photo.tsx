import { useTranslation } from 'react-i18next';
import { fileAddress } from '#platform/files/web/file-address.ts';
import './refunds.css';

/** What the customer saw; larger in a tab of its own. */
export function RefundPhoto({ path }: { path: string }) {
  const { t } = useTranslation('refunds');
  return (
    <a href={fileAddress(path)} target="_blank" rel="noreferrer">
      <img className="refund-photo" src={fileAddress(path)} alt={t('wish.photo')} />
    </a>
  );
}
