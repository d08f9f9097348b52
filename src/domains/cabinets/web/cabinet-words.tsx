import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Tag } from '#ui/tag/tag.tsx';
import { cabinetPage, unitPage } from '../contract/addresses.ts';

export function Connection({ online }: { online: boolean }) {
  const { t } = useTranslation('cabinets');
  return <Tag tone={online ? 'success' : 'neutral'}>{t(online ? 'state.online' : 'state.offline')}</Tag>;
}

export const UnitLink = ({ serial }: { serial: string }) => (
  <Link to={unitPage(serial)} className="figures">
    {serial}
  </Link>
);

/** A cabinet by the id of its row: its page knows both. */
export const CabinetLink = ({ id, name }: { id: string; name: string | null }) => (
  <Link to={cabinetPage(id)}>{name ?? id}</Link>
);
