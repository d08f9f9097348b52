import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { recordsPage } from '#system/records/web/page.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { customerPage } from '../contract/addresses.ts';
import { type Customer, customers } from '../contract/customers.ts';
import { customerEndpoints } from '../contract/endpoints.ts';
import { calledBy, eraseCustomer, makeBarcode } from './customer-acts.ts';
import { CustomerForm } from './customer-form.tsx';
import './customers.css';

/** People who buy, as the clients of the storefront know them. */
export default recordsPage(customers, {
  icon: 'users',
  shown: ['name', 'email', 'phone', 'orderCount', 'spentMinor', 'lastSeenAt', 'userId', 'clientId', 'status'],
  widths: { name: 176, email: 248, phone: 136, orderCount: 88, spentMinor: 120, userId: 136, clientId: 120 },
  views: [
    { key: 'all' },
    { key: 'verified', request: { emailVerified: 'true' } },
    { key: 'consent', request: { consent: 'true' } },
  ],
  cells: {
    name: (row) => <Name row={row} />,
    email: (row) => <Mailbox row={row} />,
  },
  pageOf: customerPage,
  form: (props) => <CustomerForm {...props} />,
  rowActions: (row, t) =>
    row.erasedAt === null
      ? [
          {
            ...{ key: 'barcode', icon: 'refresh', by: customerEndpoints.addBarcode },
            label: t(row.barcode === '' ? 'barcode.make' : 'barcode.renew'),
            onSelect: () => void makeBarcode(row, t),
          },
          {
            ...({ key: 'erase', icon: 'warning', danger: true, by: customerEndpoints.erase } as const),
            label: t('erase.button'),
            onSelect: () => void eraseCustomer(row, t),
          },
        ]
      : [],
});

function Name({ row }: { row: Customer }) {
  const { t } = useTranslation('customers');
  return (
    <span className="customer-name">
      <Link to={customerPage(row.id)} className="record-identity">
        {calledBy(row)}
      </Link>
      {row.erasedAt !== null && <Tag tone="neutral">{t('erased')}</Tag>}
    </span>
  );
}

function Mailbox({ row }: { row: Customer }) {
  const { t } = useTranslation('customers');
  if (row.email === '') return '–';
  return (
    <span className="customer-name">
      <span className="customer-mailbox" data-tip-cut="">
        {row.email}
      </span>
      {row.emailVerified && (
        <Tag tone="success" plain>
          {t('verified')}
        </Tag>
      )}
    </span>
  );
}
