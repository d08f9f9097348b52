import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { call } from '#platform/http/web/call.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { RelatedRecord } from '#ui/record-detail/related-record.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import type { Spot } from '../contract/spots.ts';
import { healthTags } from './spot-tags.ts';

const MOST = 20;

/** The robots that stand at a spot, each with its state; nothing for those who may not see robots. */
export function SpotRobots({ spot }: { spot: Spot }) {
  const { t } = useTranslation(['spots', 'robots']);
  const maySee = useCan(robotEndpoints.page);
  const query = useQuery({
    queryKey: ['robots', 'at-spot', spot.id],
    enabled: maySee,
    queryFn: ({ signal }) =>
      call(robotEndpoints.page, { spotId: spot.id, pageSize: MOST }, { signal, notices: 'none' }),
  });
  if (!maySee) return null;
  return (
    <Card
      title={t('robots.title')}
      extra={<Link to={`/devices/robots?spotId=${encodeURIComponent(spot.id)}`}>{t('robots.all')}</Link>}
    >
      <Loaded query={query} skeleton={<Skeleton height={80} />}>
        {({ records }) =>
          records.length === 0 ? (
            <p className="quiet">{t('robots.none')}</p>
          ) : (
            <ul className="spot-robots">
              {records.map((robot) => (
                <li key={robot.id}>
                  <RelatedRecord
                    to={`/devices/robots/${robot.imei}`}
                    name={robot.name}
                    state={<StatusTag of={healthTags} code={robot.health} />}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
