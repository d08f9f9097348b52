import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card/card.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { useReadings } from './use-readings.ts';

/** Which model and firmware a robot had, with when each was seen first, the newest above. */
export default function RobotVersions({ robotId }: { robotId: string }) {
  const { t } = useTranslation('robot-readings');
  return (
    <Card title={t('versions')}>
      <Loaded query={useReadings(robotId)} skeleton={<Skeleton height={60} />}>
        {({ versions }) =>
          versions.length === 0 ? (
            <p className="quiet">{t('noVersions')}</p>
          ) : (
            <DescriptionList
              columns={1}
              facts={versions.map(({ kind, value, seenAt }) => ({
                key: `${kind} ${value}`,
                term: t(kind),
                value: (
                  <>
                    {value} <span className="quiet">· <Time at={seenAt} part="day" /></span>
                  </>
                ),
              }))}
            />
          )
        }
      </Loaded>
    </Card>
  );
}
