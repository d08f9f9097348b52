import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { call } from '#platform/http/web/call.ts';
import { useCan } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';

/** How a robot connects, without its password; nothing for those who may not see accounts. */
export default function RobotMqtt({ robotId }: { robotId: string }) {
  const { t } = useTranslation('robot-readings');
  const maySee = useCan(robotEndpoints.getMqtts);
  const query = useQuery({
    queryKey: ['robots', 'mqtt', robotId],
    enabled: maySee,
    queryFn: ({ signal }) => call(robotEndpoints.getMqtts, { robotId }, { signal, notices: 'none' }),
  });
  if (!maySee) return null;
  return (
    <Card title={t('mqtt')}>
      <Loaded query={query} skeleton={<Skeleton height={120} />}>
        {({ list: [access] }) =>
          access && (
            <>
              <DescriptionList
                columns={1}
                facts={[
                  { term: t('mqttUrl'), value: <code className="break-anywhere">{access.url}</code> },
                  {
                    term: t('mqttTls'),
                    value: access.tlsUrl && <code className="break-anywhere">{access.tlsUrl}</code>,
                  },
                  { term: t('mqttAccount'), value: <code>{access.username}</code> },
                  { term: t('mqttClient'), value: <code>{access.clientId}</code> },
                  { term: t('mqttTopics'), value: <code className="break-anywhere">{`${access.topicPrefix}/#`}</code> },
                ]}
              />
              <p className="quiet">{t('mqttPassword')}</p>
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
