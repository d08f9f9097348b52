import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { customerPage } from '#domains/customers/contract/addresses.ts';

const SHOWN_OF_ID = 6;

/** Whose points they are; customers whom a client never named are told apart by the end of their id. */
export function CustomerLink({ id, name }: { id: string; name: string | null }) {
  const { t } = useTranslation('points-log');
  return <Link to={customerPage(id)}>{name || t('guest', { id: id.slice(-SHOWN_OF_ID) })}</Link>;
}
