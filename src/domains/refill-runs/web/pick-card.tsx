import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card/card.tsx';
import type { RunMaterial } from '../contract/endpoints.ts';
import { pickList } from '../rules/run.ts';
import { useAmounts } from './use-amounts.ts';

interface PickCardProps {
  stops: readonly { readonly state: string; readonly materials: readonly RunMaterial[] }[];
}

/** What the person takes along, in packs where the material says how it is bought. */
export function PickCard({ stops }: PickCardProps) {
  const { t } = useTranslation('refill-runs');
  const { amount, nameOf, packs } = useAmounts();
  const list = pickList(stops);
  return (
    <Card title={t('detail.pick')}>
      {list.length === 0 ? (
        <p className="quiet">{t(stops.length === 0 ? 'new.nothingYet' : 'detail.nothing')}</p>
      ) : (
        <ul className="refill-pick">
          {list.map(({ material, amount: missing }) => (
            <li key={material.materialId}>
              <span>{nameOf(material)}</span>
              <b>{packs(missing, material) ?? amount(missing, material.unit)}</b>
              <small>{amount(missing, material.unit)}</small>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
