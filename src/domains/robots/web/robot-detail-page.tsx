import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { RobotAlarmsCard } from '#domains/alarms/web/index.ts';
import type { MqttAccess } from '#domains/devices/contract/device.ts';
import { RobotHardware } from '#domains/hardware/web/index.ts';
import { MaintenanceCard } from '#domains/maintenance/web/index.ts';
import {
  RobotBand,
  RobotMqtt,
  RobotOrders,
  RobotParts,
  RobotStrips,
  RobotVersions,
} from '#domains/robot-readings/web/index.ts';
import type { RobotDetail } from '#domains/robots/contract/robot.ts';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { recordPartsOf } from '#platform/routing/web/record-parts.ts';
import { Allowed, useCan } from '#ui/allowed/allowed.tsx';
import { Card } from '#ui/card/card.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { RecordColumns, RecordDetail } from '#ui/record-detail/record-detail.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { Timeline } from '#ui/timeline/timeline.tsx';
import { robotEndpoints } from '../contract/endpoints.ts';
import { CommandMenu } from './command-menu.tsx';
import { CredentialDialog } from './credential-dialog.tsx';
import { EventText, noteOf } from './event-log/event-text.tsx';
import { FaultTags } from './fault-tags.tsx';
import { CommandHistory } from './robot-detail/command-history.tsx';
import { FirstSteps } from './robot-detail/first-steps.tsx';
import { OrderLink } from './robot-detail/order-link.tsx';
import { robotKeys, useRobot } from './robot-queries.ts';
import { HealthReasonText, RobotStatus } from './robot-status.tsx';
import { soldOutTags } from './robot-tags.ts';
import { SpotMenu } from './spot-menu.tsx';
import { StockCard } from './stock/stock-card.tsx';
import { Temperatures } from './temperatures.tsx';
import './robots.css';

const LeavingMenu = lazyAgain(() => import('./leaving-menu.tsx'));
const EventLog = lazyAgain(() => import('./event-log/event-log.tsx'));
const RobotHistory = lazyAgain(() => import('./robot-detail/robot-history.tsx'));
const RobotSettings = lazyAgain(() => import('./robot-detail/robot-settings.tsx'));

/** One robot, live: state, stock, what it was asked and what it says; its log, its settings and who changed them. */
export default function RobotDetailPage() {
  const { imei = '' } = useParams();
  const { t } = useTranslation('robots');
  const query = useRobot(imei);
  const name = query.data?.name;
  const mayReadLog = useCan(robotEndpoints.eventLog);
  const [renewed, setRenewed] = useState<MqttAccess>();
  return (
    <>
      <RecordDetail
        query={query}
        queryKey={robotKeys.one(imei)}
        title={name === undefined ? imei : t('detail.title', { name })}
        name={name}
        back={{ to: '/devices/robots', label: t('detail.toList') }}
        state={(robot) => <RobotState robot={robot} />}
        actions={(robot) => (
          <>
            <LeavingMenu robot={robot} onAccess={setRenewed} />
            {robot.retiredAt === null && (
              <>
                <SpotMenu robot={robot} />
                <CommandMenu robot={robot} onRenewed={setRenewed} />
              </>
            )}
          </>
        )}
        viewsLabel={t('detail.views')}
        views={[
          { key: 'overview', label: t('detail.overview'), content: (robot) => <RobotOverview robot={robot} /> },
          ...(mayReadLog
            ? [{ key: 'log', label: t('log.title'), content: (robot: RobotDetail) => <EventLog robot={robot} /> }]
            : []),
          {
            key: 'settings',
            label: t('settings.title'),
            keeps: true,
            content: (robot) => <RobotSettings robot={robot} />,
          },
          { key: 'history', label: t('history.title'), content: (robot) => <RobotHistory robot={robot} /> },
        ]}
      />
      {renewed && <CredentialDialog access={renewed} onClose={() => setRenewed(undefined)} />}
    </>
  );
}

function RobotState({ robot }: { robot: RobotDetail }) {
  return (
    <>
      <RobotStatus robot={robot} />
      {robot.health === 'fault' ? (
        <FaultTags faults={robot.faults} />
      ) : (
        <span className="quiet">
          <HealthReasonText robot={robot} />
        </span>
      )}
    </>
  );
}

function RobotOverview({ robot }: { robot: RobotDetail }) {
  const { t } = useTranslation('robots');
  return (
    <RecordColumns
      main={
        <>
          <RobotBand robot={robot} why={<HealthReasonText robot={robot} />} />
          {robot.health === 'notConnected' && <FirstSteps robot={robot} />}
          <RobotStrips robotId={robot.id} />
          <StockCard robot={robot} inTanks />
          <RobotOrders robotId={robot.id} imei={robot.imei} />
          <Card title={t('detail.commands')} flush>
            <CommandHistory commands={robot.commands} />
          </Card>
          <Card
            title={t('detail.events')}
            extra={
              <Allowed by={robotEndpoints.eventLog}>
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
                who: noteOf(event, t),
                tone: event.ignored ? 'neutral' : event.kind === 'fault' ? 'danger' : 'info',
                detail: <EventText event={event} />,
                raw: event.data,
              }))}
            />
          </Card>
        </>
      }
      facts={
        <>
          <Card title={t('detail.state')}>
            <DescriptionList
              columns={1}
              facts={[
                { term: t('field.imei'), value: <code>{robot.imei}</code> },
                { term: t('field.spotName'), value: robot.spotName },
                { term: t('field.model'), value: robot.model },
                { term: t('field.firmware'), value: robot.firmware },
                {
                  term: t('field.soldOut'),
                  value: robot.health !== 'notConnected' && <StatusTag of={soldOutTags} code={robot.soldOut} />,
                },
                {
                  term: t('field.makingOrderNo'),
                  value: robot.makingOrderNo && <OrderLink orderNo={robot.makingOrderNo} />,
                },
                { term: t('field.temperatures'), value: <Temperatures readings={robot.temperatures} /> },
                { term: t('field.reportType'), value: t(`reportType.${robot.reportType}`) },
                { term: t('field.reportInterval'), value: t('field.seconds', { count: robot.reportIntervalSeconds }) },
                { term: t('field.appLayout'), value: t(`appLayout.${robot.appLayout}`) },
                { term: t('field.canOrderInApp'), value: t(robot.canOrderInApp ? 'field.yes' : 'field.no') },
                {
                  term: t('field.fridgeLimitCelsius'),
                  value:
                    robot.fridgeLimitCelsius === null
                      ? t('field.tenantFridgeLimit', { celsius: robot.tenantFridgeLimitCelsius })
                      : `${robot.fridgeLimitCelsius} °C`,
                },
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
          <RobotAlarmsCard robot={robot} />
          <MaintenanceCard robot={robot} />
          <RobotParts robot={robot} />
          <RobotHardware robotId={robot.id} />
          <RobotVersions robotId={robot.id} />
          <RobotMqtt robotId={robot.id} />
          {recordPartsOf('robot').map(({ key, permission, Component }) => (
            <Allowed key={key} by={{ permission }}>
              <Suspense fallback={<Skeleton height={160} />}>
                <Component id={robot.id} />
              </Suspense>
            </Allowed>
          ))}
        </>
      }
    />
  );
}
