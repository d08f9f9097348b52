import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { Time } from '#ui/time/time.tsx';
import { alarmPage } from '../contract/addresses.ts';
import type { Alarm } from '../contract/alarms.ts';
import { alarmEndpoints } from '../contract/endpoints.ts';
import { STATE_TAGS } from './alarm-tags.ts';
import './alarms.css';

const states = statusTags('alarms:state', STATE_TAGS);

/** The devices that lie under an alarm of their spot, each with its own alarm; open where the alarm is. */
export function AlarmParts({
  row,
  isOpen = false,
}: {
  row: Pick<Alarm, 'id' | 'parts' | 'value' | 'lastSeenAt'>;
  isOpen?: boolean;
}) {
  const { t } = useTranslation('alarms');
  const query = useQuery({
    queryKey: ['alarms', 'parts', row.id, row.parts, row.value, row.lastSeenAt],
    queryFn: ({ signal }) => call(alarmEndpoints.parts, { id: row.id }, { signal, notices: 'none' }),
  });
  return (
    <Loaded query={query} skeleton={<SkeletonLines />}>
      {({ parts }) => (
        <details className="alarm-parts" open={isOpen}>
          <summary>
            {t('parts.title')} (
            {t('parts.silent', { silent: parts.filter(({ state }) => state !== 'cleared').length, all: parts.length })})
          </summary>
          <ul className="robot-alarms">
            {parts.map((part) => (
              <li key={part.id}>
                <StatusTag of={states} code={part.state} />
                <Link to={alarmPage(part.id)}>{part.deviceName}</Link>
                <Time at={part.clearedAt ?? part.raisedAt} relative />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Loaded>
  );
}
