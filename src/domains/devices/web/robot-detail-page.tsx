import { Activity, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import type { MqttAccess, RobotDetail } from '#domains/devices/contract/robot.ts';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { useTabTitle } from '#platform/routing/web/tab.ts';
import { Allowed, useCan } from '#ui/allowed/allowed.tsx';
import { ButtonLink } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { CopyLink } from '#ui/copy-link/copy-link.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { DetailSkeleton } from '#ui/loaded/detail-skeleton.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { RecordNeighbours } from '#ui/record-list/record-neighbours.tsx';
import { StatusBadge, StatusTag } from '#ui/status/status.tsx';
import { Tabs } from '#ui/tabs/tabs.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import { Timeline } from '#ui/timeline/timeline.tsx';
import { deviceEndpoints } from '../contract/endpoints.ts';
import { CommandMenu } from './command-menu.tsx';
import { CredentialDialog } from './credential-dialog.tsx';
import { EventText } from './event-log/event-text.tsx';
import { CommandHistory } from './robot-detail/command-history.tsx';
import { MaterialLevels } from './robot-detail/material-levels.tsx';
import { robotKeys, useRobot } from './robot-queries.ts';
import { robotStatusTags, soldOutTags } from './robot-tags.ts';
import { Temperatures } from './temperatures.tsx';
import './robots.css';

const EventLog = lazyAgain(() => import('./event-log/event-log.tsx'));
const RobotSettings = lazyAgain(() => import('./robot-detail/robot-settings.tsx'));

const VIEW_TITLES = { overview: 'detail.overview', log: 'log.title', settings: 'settings.title' } as const;

/** One robot, live: state, stock, what it was asked and what it says. */
export default function RobotDetailPage() {
  const { imei = '' } = useParams();
  const { t } = useTranslation('devices');
  const query = useRobot(imei);
  const robot = query.data;
  useTabTitle(robot?.name);
  const [params, setParams] = useSearchParams();
  const mayReadLog = useCan(deviceEndpoints.eventLog);
  const asked = params.get('tab');
  const view = asked === 'settings' || (asked === 'log' && mayReadLog) ? asked : 'overview';
  // Once opened it stays, behind the other views: what is typed there is not lost by looking something up.
  const [hasSettings, setHasSettings] = useState(view === 'settings');
  if (view === 'settings' && !hasSettings) setHasSettings(true);
  const [renewed, setRenewed] = useState<MqttAccess>();
  return (
    <div className="robot-page">
      <header className="robot-head">
        <h1 tabIndex={-1}>{robot ? t('detail.title', { name: robot.name }) : imei}</h1>
        <CopyLink />
        {robot && (
          <>
            <StatusBadge
              of={robotStatusTags}
              code={robot.status}
              since={robot.presenceChangedAt}
              heardAt={robot.lastHeardAt}
              intervalSeconds={robot.reportIntervalSeconds}
            />
            {robot.faults.map((fault) => (
              <Tag key={`${fault.code}${fault.part ?? ''}`} tone="danger">
                {fault.text ?? fault.code}
              </Tag>
            ))}
          </>
        )}
        <div className="button-group robot-actions">
          <RecordNeighbours />
          {robot && <CommandMenu robot={robot} onRenewed={setRenewed} />}
        </div>
      </header>
      <Tabs
        label={t('detail.views')}
        items={[
          { key: 'overview', label: t('detail.overview') },
          ...(mayReadLog ? [{ key: 'log', label: t('log.title') }] : []),
          { key: 'settings', label: t('settings.title') },
        ]}
        current={view}
        onChange={(key) => setParams(key === 'overview' ? {} : { tab: key }, { replace: true })}
        controls="robot-view"
      />
      <div id="robot-view" role="tabpanel" aria-label={t(VIEW_TITLES[view])}>
        <Loaded
          query={query}
          queryKey={robotKeys.one(imei)}
          skeleton={<DetailSkeleton />}
          back={<ButtonLink to="/devices/robots">{t('detail.toList')}</ButtonLink>}
        >
          {(robot) => (
            <>
              {view === 'overview' && <RobotBody robot={robot} />}
              {view === 'log' && <EventLog robot={robot} />}
              {hasSettings && (
                <Activity mode={view === 'settings' ? 'visible' : 'hidden'}>
                  <RobotSettings robot={robot} />
                </Activity>
              )}
            </>
          )}
        </Loaded>
      </div>
      {renewed && <CredentialDialog access={renewed} onClose={() => setRenewed(undefined)} />}
    </div>
  );
}

function RobotBody({ robot }: { robot: RobotDetail }) {
  const { t, i18n } = useTranslation('devices');
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <div className="robot-columns">
      <div className="robot-main">
        <Card title={t('detail.materials')}>
          <MaterialLevels materials={robot.materials} />
        </Card>
        <Card title={t('detail.commands')} flush>
          <CommandHistory commands={robot.commands} />
        </Card>
        <Card
          title={t('detail.events')}
          extra={
            <Allowed by={deviceEndpoints.eventLog}>
              <Link to={`/devices/robots/${robot.imei}?tab=log`}>{t('detail.allEvents')}</Link>
            </Allowed>
          }
        >
          {robot.events.length === 0 && <p className="quiet">{t('event.none')}</p>}
          <Timeline
            label={t('detail.events')}
            entries={robot.events.map((event) => ({
              id: event.id,
              at: event.receivedAt,
              what: t(`eventKind.${event.kind.replaceAll('.', '-')}`, { defaultValue: event.kind }),
              who: [event.ignored && t('event.ignored'), event.clockSkewed && t('event.skewed')]
                .filter(Boolean)
                .join(' · '),
              tone: event.ignored ? 'neutral' : event.kind === 'fault' ? 'danger' : 'info',
              detail: <EventText event={event} />,
              raw: event.data,
            }))}
          />
        </Card>
      </div>
      <div className="robot-facts">
        <Card title={t('detail.state')}>
          <DescriptionList
            columns={1}
            facts={[
              { term: t('field.imei'), value: <code>{robot.imei}</code> },
              { term: t('field.spotName'), value: robot.spotName },
              { term: t('field.model'), value: robot.model },
              { term: t('field.firmware'), value: robot.firmware },
              { term: t('field.soldOut'), value: <StatusTag of={soldOutTags} code={robot.soldOut} /> },
              {
                term: t('field.makingOrderNo'),
                value: robot.makingOrderNo && (
                  <Link to={`/orders/detail/${robot.makingOrderNo}`}>{robot.makingOrderNo}</Link>
                ),
              },
              { term: t('field.temperatures'), value: <Temperatures readings={robot.temperatures} /> },
              {
                term: t('field.uptime'),
                value: robot.uptimeLastDay === null ? null : percent.format(robot.uptimeLastDay / 1_000_000),
              },
              { term: t('field.reportInterval'), value: t('field.seconds', { count: robot.reportIntervalSeconds }) },
              {
                term: t('field.clockSkew'),
                value: Math.abs(robot.clockSkewSeconds) > 0 && t('field.seconds', { count: robot.clockSkewSeconds }),
              },
              {
                term: t('field.telemetryAt'),
                value: robot.telemetryAt && <Time at={robot.telemetryAt} part="second" />,
              },
            ]}
          />
        </Card>
        <Card title={t('detail.presence')}>
          <Timeline
            label={t('detail.presence')}
            entries={robot.presence.map((change) => ({
              id: change.at,
              at: change.at,
              what: t(change.online ? 'presence.online' : 'presence.offline'),
              who: t(`presence.reason.${change.reason}`),
              tone: change.online ? 'success' : 'danger',
            }))}
          />
        </Card>
      </div>
    </div>
  );
}
