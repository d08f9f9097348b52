import { useTranslation } from 'react-i18next';
import { materialState } from '#domains/beverages/rules/material-level.ts';
import type { RobotDetail, RobotMaterial } from '#domains/robots/contract/robot.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { Difference, differsVisibly } from '../robot-detail/material-levels.tsx';
import { EmptyAt } from './empty-at.tsx';
import './tanks.css';

/** What may be sold from, a tank for each material: its level, the low mark, the book where it says something else, and until when it lasts. */
export function Tanks({ robot }: { robot: RobotDetail }) {
  const { t } = useTranslation('robots');
  if (robot.materials.length === 0) return <p className="quiet">{t('material.none')}</p>;
  const differing = robot.materials.filter((material) => differsVisibly(robot, material));
  return (
    <>
      <ul className="tanks">
        {robot.materials.map((material) => (
          <Tank key={material.materialId} material={material} />
        ))}
      </ul>
      {differing.length > 0 && <Differences robot={robot} materials={differing} />}
    </>
  );
}

function Tank({ material }: { material: RobotMaterial }) {
  const { t, i18n } = useTranslation('robots');
  const number = new Intl.NumberFormat(i18n.language);
  const name = localName(i18n.language, material.name, material.nameZh);
  const { level, capacity, lowMark, current, hoursToEmpty } = material;
  const state = materialState(material);
  const height = (amount: number) => `${capacity > 0 ? Math.min(100, (100 * amount) / capacity) : 0}%`;
  const unit = t(`unit.${material.unit}`);
  return (
    <li className="tank">
      <span className="tank-drawing" aria-hidden="true">
        <i className={`tank-fill material-${state}`} style={{ blockSize: height(level) }} />
        {lowMark > 0 && <i className="tank-low" style={{ insetBlockEnd: height(lowMark) }} />}
        {current !== level && <i className="tank-book" style={{ insetBlockEnd: height(current) }} />}
      </span>
      <span className="tank-words">
        <strong>{name}</strong>
        <span className="figures">
          {number.format(level)} / {number.format(capacity)} {unit}
          {state !== 'good' && <strong> {t(`material.${state}`)}</strong>}
        </span>
        {current !== level && (
          <span className="quiet figures">{t('stock.book', { amount: `${number.format(current)} ${unit}` })}</span>
        )}
        {hoursToEmpty !== null && hoursToEmpty > 0 && (
          <span className="quiet">
            {t('stock.lasts')} <EmptyAt hours={hoursToEmpty} />
          </span>
        )}
      </span>
    </li>
  );
}

function Differences({ robot, materials }: { robot: RobotDetail; materials: readonly RobotMaterial[] }) {
  const { i18n } = useTranslation('robots');
  return (
    <ul className="tank-differences">
      {materials.map((material) => {
        const name = localName(i18n.language, material.name, material.nameZh);
        return (
          <li key={material.materialId}>
            <strong>{name}</strong> <Difference robot={robot} material={material} name={name} />
          </li>
        );
      })}
    </ul>
  );
}
