import { useTranslation } from 'react-i18next';
import { alarmPage } from '#domains/alarms/contract/addresses.ts';
import type { Alarm } from '#domains/alarms/contract/alarms.ts';
import { joinWords, saidOf } from '#platform/i18n/rules/join-words.ts';
import { Allowed } from '#ui/allowed/allowed.tsx';
import type { LoadedQuery } from '#ui/loaded/loaded.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import { robotsToFill } from '../contract/addresses.ts';
import { type RunOut, workListEndpoints } from '../contract/endpoints.ts';
import { WorkCard } from './work-card.tsx';

const TONES = { minor: 'info', major: 'warning', critical: 'danger' } as const;

interface AlarmWorkProps {
  title: string;
  none: string;
  query: LoadedQuery<{ readonly total: number; readonly records: readonly Alarm[] }>;
  /** The list of all of them. */
  all: string;
}

export function AlarmWork({ title, none, query, all }: AlarmWorkProps) {
  const { t, i18n } = useTranslation(['work-list', 'alarms']);
  const isChinese = i18n.language === 'zh-CN';
  return (
    <WorkCard
      title={title}
      icon="bell"
      query={query}
      none={none}
      all={{ to: all, label: t('log') }}
      countOf={({ total }) => total}
      rowsOf={({ records }) =>
        records.map((alarm) => ({
          key: alarm.id,
          name: saidOf(alarm.deviceName, t(`alarms:type.${alarm.type}`), i18n.language),
          to: alarmPage(alarm.id),
          about: (
            <>
              {alarm.value !== '' && <span>{isChinese ? alarm.valueZh : alarm.value}</span>}
              <Tag tone={TONES[alarm.severity]}>{t(`alarms:severity.${alarm.severity}`)}</Tag>
              <Time at={alarm.raisedAt} relative />
            </>
          ),
        }))
      }
    />
  );
}

/** Robots to be filled today, with what ends first and when; the list behind has exactly these. */
export function RunOutWork({ query, spotId }: { query: LoadedQuery<RunOut>; spotId?: string | undefined }) {
  const { t, i18n } = useTranslation('work-list');
  return (
    <Allowed by={workListEndpoints.runOut}>
      <WorkCard
        title={t('runOut.title')}
        icon="coffee"
        query={query}
        none={t('runOut.none')}
        all={{ to: robotsToFill(spotId), label: t('runOut.all') }}
        countOf={({ robots }) => robots.length}
        rowsOf={({ robots }) =>
          robots.map((robot) => ({
            key: robot.id,
            name: robot.spotName ? `${robot.name} · ${robot.spotName}` : robot.name,
            to: `/devices/robots/${robot.imei}`,
            about: (
              <>
                <span>
                  {joinWords(
                    robot.materials.map(({ name }) => name),
                    i18n.language,
                  )}
                </span>
                {robot.materials[0]?.isEmpty ? <Tag tone="danger">{t('runOut.empty')}</Tag> : <Time at={robot.at} />}
              </>
            ),
          }))
        }
      />
    </Allowed>
  );
}
