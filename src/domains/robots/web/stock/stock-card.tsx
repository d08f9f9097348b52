import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RobotDetail } from '#domains/robots/contract/robot.ts';
import { updateMaterialsEndpoints } from '#domains/robots/contract/stock-endpoints.ts';
import { sellOutOf } from '#domains/sell-out/contract/addresses.ts';
import { offerEndpoints } from '#domains/sell-out/contract/endpoints.ts';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { MaterialLevels } from '../robot-detail/material-levels.tsx';
import { Tanks } from './tanks.tsx';

const StockDialog = lazyAgain(() => import('./stock-dialog.tsx'));
const { updateMaterials } = updateMaterialsEndpoints;
const { offers: sellOut } = offerEndpoints;

/** What a robot holds, until when it lasts, and the way to correct it. */
export function StockCard({ robot, inTanks = false }: { robot: RobotDetail; inTanks?: boolean }) {
  const { t } = useTranslation('robots');
  const [isCounting, setCounting] = useState(false);
  return (
    <Card
      title={t('detail.materials')}
      extra={
        <>
          <Allowed by={sellOut}>
            <Link to={sellOutOf(robot.imei)}>{t('stock.sellOut')}</Link>
          </Allowed>
          <ActionButton
            small
            action={{
              key: 'stock',
              label: t('stock.count'),
              fullLabel: t('stock.countOf', { name: robot.name }),
              by: updateMaterials,
              onSelect: () => setCounting(true),
            }}
          />
        </>
      }
    >
      {inTanks ? <Tanks robot={robot} /> : <MaterialLevels robot={robot} />}
      {isCounting && <StockDialog robot={robot} onClose={() => setCounting(false)} />}
    </Card>
  );
}
