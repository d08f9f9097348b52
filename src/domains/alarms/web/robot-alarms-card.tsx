import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { Card } from '#ui/card/card.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import { alarmsOf } from '../contract/addresses.ts';
import { alarmEndpoints } from '../contract/endpoints.ts';
import { SEVERITY_TAGS } from './alarm-tags.ts';
import './alarms.css';

const severities = statusTags('alarms:severity', SEVERITY_TAGS);

/** What is wrong with a robot now. */
export default function RobotAlarmsCard({ robot }: { robot: { readonly id: string; readonly imei: string } }) {
  const { t, i18n } = useTranslation('alarms');
  const query = useQuery({
    queryKey: ['robots', 'alarms', robot.id],
    queryFn: ({ signal }) => call(alarmEndpoints.ofRobot, { robotId: robot.id }, { signal, notices: 'none' }),
  });
  useLiveRefresh({ concerns: (message) => message.kind === 'alarm', refresh: () => query.refetch() });
  return (
    <Card title={t('robot.title')} extra={<Link to={alarmsOf(robot.imei)}>{t('robot.all')}</Link>}>
      <Loaded query={query} skeleton={<SkeletonLines />}>
        {({ alarms }) =>
          alarms.length === 0 ? (
            <Tag tone="success">{t('robot.none')}</Tag>
          ) : (
            <ul className="robot-alarms">
              {alarms.map((alarm) => (
                <li key={alarm.id}>
                  <StatusTag of={severities} code={alarm.severity} />
                  <span>
                    {t(`type.${alarm.type}`)} {i18n.language === 'zh-CN' ? alarm.valueZh : alarm.value}
                  </span>
                  <Time at={alarm.raisedAt} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
