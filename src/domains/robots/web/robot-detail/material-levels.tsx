import { useTranslation } from 'react-i18next';
import { differenceToBook, isWideDifference, materialState } from '#domains/beverages/rules/material-level.ts';
import type { RobotDetail, RobotMaterial } from '#domains/robots/contract/robot.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { confirm } from '#ui/confirm/confirm.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { robotEndpoints } from '../../contract/endpoints.ts';
import { useRobotChange } from '../robot-queries.ts';
import { EmptyAt } from '../stock/empty-at.tsx';

/** What may be sold from as bars against the capacity, with the book as a mark where the robot measured something else. */
export function MaterialLevels({ robot }: { robot: RobotDetail }) {
  const { t, i18n } = useTranslation('robots');
  const number = new Intl.NumberFormat(i18n.language);
  if (robot.materials.length === 0) return <p className="quiet">{t('material.none')}</p>;
  const isForeseen = robot.materials.some(({ hoursToEmpty }) => hoursToEmpty);
  return (
    <ul className="material-levels">
      {isForeseen && (
        <li className="material-head quiet" aria-hidden>
          <span>{t('stock.lasts')}</span>
        </li>
      )}
      {robot.materials.map((material) => {
        const name = localName(i18n.language, material.name, material.nameZh);
        const { level, capacity, lowMark } = material;
        const state = materialState(material);
        const differs = differsVisibly(robot, material);
        return (
          <li key={material.materialId}>
            <span>{name}</span>
            <span className="material-bar">
              <meter
                className={`material-${state}`}
                min={0}
                max={capacity}
                low={lowMark}
                value={level}
                aria-label={name}
              />
              {(differs || level < material.current) && capacity > 0 && (
                <span
                  className="material-book"
                  style={{ insetInlineStart: `${Math.min(100, (100 * material.current) / capacity)}%` }}
                />
              )}
            </span>
            <span className="figures">
              {number.format(level)} / {number.format(capacity)} {t(`unit.${material.unit}`)}
              {state !== 'good' && <strong> {t(`material.${state}`)}</strong>}
            </span>
            <span className="material-lasts quiet">
              {material.hoursToEmpty !== null && material.hoursToEmpty > 0 && (
                <>
                  <span className="hidden-text">{t('stock.lasts')} </span>
                  <EmptyAt hours={material.hoursToEmpty} />
                </>
              )}
            </span>
            {differs && <Difference robot={robot} material={material} name={name} />}
          </li>
        );
      })}
    </ul>
  );
}

/** While a drink is made the robot has poured what the book still holds. */
export function differsVisibly(robot: RobotDetail, material: RobotMaterial): boolean {
  const difference = differenceToBook(material);
  return difference !== 0 && (robot.makingOrderNo === null || isWideDifference(difference, material.capacity));
}

export function Difference({ robot, material, name }: { robot: RobotDetail; material: RobotMaterial; name: string }) {
  const { t } = useTranslation('robots');
  const takeOver = useRobotChange(robotEndpoints.takeOverLevel);
  const figures = {
    amount: Math.abs(differenceToBook(material)),
    unit: t(`unit.${material.unit}`),
    book: material.current,
    reported: material.reportedLevel ?? 0,
  };
  const agree = async (): Promise<void> => {
    const agreed = await confirm({
      title: t('material.takeOverTitle', { material: name, robot: robot.name }),
      body: t('material.takeOverBody', figures),
      verb: t('material.takeOver'),
    });
    if (agreed)
      await takeOver
        .mutateAsync({ request: { robotId: robot.id, materialId: material.materialId } })
        .catch(() => undefined);
  };
  return (
    <span className="material-difference">
      {t('material.differs', figures)}{' '}
      <ActionButton
        small
        kind="link"
        action={{
          key: 'take-over',
          label: t('material.takeOver'),
          fullLabel: t('material.takeOverOne', { material: name }),
          by: robotEndpoints.takeOverLevel,
          onSelect: () => void agree(),
        }}
      />
    </span>
  );
}
