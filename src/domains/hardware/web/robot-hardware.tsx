import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { DictionaryText } from '#system/dictionaries/web/index.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { hardware } from '../contract/hardware.ts';

const MOST = 20;

/** What is built into a robot, each part with its serial number; nothing for those who may not see parts. */
export default function RobotHardware({ robotId }: { robotId: string }) {
  const { t } = useTranslation('hardware');
  const maySee = useCan(hardware.endpoints.page);
  const query = useQuery({
    queryKey: ['hardware', 'of-robot', robotId],
    enabled: maySee,
    queryFn: ({ signal }) => call(hardware.endpoints.page, { robotId, pageSize: MOST }, { signal, notices: 'none' }),
  });
  if (!maySee) return null;
  return (
    <Card
      title={t('kind.title')}
      extra={<Link to={`/devices/hardware?robotId=${encodeURIComponent(robotId)}`}>{t('robot.all')}</Link>}
    >
      <Loaded query={query} skeleton={<Skeleton height={80} />}>
        {({ records }) =>
          records.length === 0 ? (
            <p className="quiet">{t('robot.none')}</p>
          ) : (
            <DescriptionList
              columns={1}
              facts={records.map((part) => ({
                key: part.id,
                term: part.hardwareTypeName ?? '',
                value: (
                  <>
                    <Link to={`/devices/hardware?panel=${part.id}`}>{part.serialNumber}</Link>
                    {part.status !== 'in_use' && (
                      <>
                        {' '}
                        <DictionaryText code="hardware_status" value={part.status} />
                      </>
                    )}
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
