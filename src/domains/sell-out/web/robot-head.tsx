import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyAt, healthTags } from '#domains/robots/web/index.ts';
import { StatusTag } from '#ui/status/status.tsx';
import type { RobotOffers } from '../contract/endpoints.ts';
import type { BoardWords } from './board-words.ts';

/** Which robot it is, how it is, and what it wants next. */
export function RobotHead({ robot, words, tight }: { robot: RobotOffers; words: BoardWords; tight?: boolean }) {
  return (
    <div className="board-robot">
      <span className="board-robot-name">
        <Link to={`/devices/robots/${robot.imei}`} className="record-identity">
          {robot.name}
        </Link>
        <StatusTag of={healthTags} code={robot.health} />
      </span>
      <span className="quiet board-place">{robot.spotName ?? '–'}</span>
      {!tight && <RobotWants robot={robot} words={words} />}
    </div>
  );
}

/** What runs low, and what runs out first. */
export function RobotWants({ robot, words }: { robot: RobotOffers; words: BoardWords }) {
  const { t } = useTranslation('sell-out');
  const { firstEmpty, lowMaterialIds } = robot;
  return (
    <>
      {lowMaterialIds.length > 0 && (
        <span className="board-low">{t('robot.low', { materials: words.materialsOf(lowMaterialIds) })}</span>
      )}
      {firstEmpty && (
        <span className="quiet board-next">
          {t('robot.first', { material: words.materialName(firstEmpty.materialId) })}{' '}
          <EmptyAt hours={firstEmpty.hours} />
        </span>
      )}
    </>
  );
}
