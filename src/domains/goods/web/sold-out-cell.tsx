import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { soldOutOf } from './sold-out-counts.ts';

const FRESH_MS = 30_000;

export const useSoldOut = (id: string) =>
  useQuery({ queryKey: ['beverages', 'sold-out', id], queryFn: () => soldOutOf(id), staleTime: FRESH_MS });

/** `2 of 6` robots; nothing where it can be made at all of them. */
export function SoldOutCell({ id }: { id: string }) {
  const { t } = useTranslation('beverages');
  const { data } = useSoldOut(id);
  if (!data) return <span className="quiet">–</span>;
  const { robots, soldOut } = data;
  if (robots === 0) return <span className="quiet">{t('stock.none')}</span>;
  if (soldOut === 0) return <span className="quiet">0</span>;
  return <strong className="figures goods-sold-out">{t('stock.of', { soldOut, robots })}</strong>;
}
