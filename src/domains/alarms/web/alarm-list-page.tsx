import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { cabinetPage } from '#domains/cabinets/contract/addresses.ts';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { DictionaryText } from '#system/dictionaries/web/index.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { ButtonLink } from '#ui/button/button.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { statusTags } from '#ui/status/status-tags.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { Timeline } from '#ui/timeline/timeline.tsx';
import { ALARM_FIGURES, alarmPage } from '../contract/addresses.ts';
import { ALARM_VIEWS, type Alarm, alarms } from '../contract/alarms.ts';
import { alarmEndpoints } from '../contract/endpoints.ts';
import { isSwinging } from '../rules/damping.ts';
import { AlarmDialogs, type Asked, BulkActions } from './alarm-actions.tsx';
import { AlarmParts } from './alarm-parts.tsx';
import { SEVERITY_TAGS, STATE_TAGS } from './alarm-tags.ts';
import { NoiseDialog } from './noise-dialog.tsx';
import { stepWords, toneOfStep, type Undelivered, undeliveredOf } from './step-words.ts';
import { useAcknowledge } from './use-acknowledge.ts';
import './alarms.css';

const severities = statusTags('alarms:severity', SEVERITY_TAGS);
const TONES = { acknowledged: 'info', open: 'warning', critical: 'danger' } as const;
const states = statusTags('alarms:state', STATE_TAGS);

/** The alerts log (settled 130): what is wrong now stands first, what was wrong stays with what became of it. */
export default recordsPage(alarms, {
  icon: 'bell',
  shown: ['deviceName', 'type', 'severity', 'state', 'value', 'spotId', 'raisedAt', 'count', 'assignedTo', 'clearedAt'],
  widths: { deviceName: 176, type: 160, severity: 116, state: 256, value: 148, spotId: 176 },
  live: { kind: 'alarm', id: 'id' },
  views: [
    { key: 'active', request: ALARM_VIEWS.active },
    { key: 'open', request: ALARM_VIEWS.open },
    { key: 'acknowledged', request: ALARM_VIEWS.acknowledged },
    { key: 'cleared', request: ALARM_VIEWS.cleared },
    { key: 'all' },
  ],
  cells: {
    deviceName: (row) => <Device row={row} />,
    severity: (row) => <StatusTag of={severities} code={row.severity} />,
    state: (row) => <State row={row} />,
    value: (row) => <Value row={row} />,
  },
  facts: [
    ...(['type', 'severity', 'state', 'deviceImei', 'spotId'] as const),
    ...(['raisedAt', 'lastSeenAt', 'count', 'messages'] as const),
    ...(['acknowledgedBy', 'acknowledgedAt', 'assignedTo', 'snoozedUntil', 'clearedAt'] as const),
  ],
  actions: Figures,
  bulkActions: (selection, done) => <BulkActions selection={selection} onDone={done} />,
  bulkBy: [alarmEndpoints.acknowledge, alarmEndpoints.snooze],
  above: (row) => <Acts row={row} />,
  below: (row) => <Evidence row={row} />,
});

/** The alarm under the name of its device; a spot has the devices under it. */
function Device({ row }: { row: Alarm }) {
  const { t } = useTranslation('alarms');
  const [params] = useSearchParams();
  const search = new URLSearchParams(params);
  search.set('panel', row.id);
  return (
    <>
      <Link to={{ search: `?${search}` }} replace={params.has('panel')} className="record-identity">
        {row.deviceName}
      </Link>
      {row.type === 'spot_network' && <span className="quiet"> {t('parts.count', { count: row.parts })}</span>}
    </>
  );
}

/** The page of the device; a spot is none. */
function deviceOf({ type, deviceImei }: Alarm): string | undefined {
  if (type === 'spot_network') return undefined;
  const isCabinet = type === 'missing_unit' || type === 'cabinet_heartbeat';
  return isCabinet ? cabinetPage(deviceImei) : `/devices/robots/${deviceImei}`;
}

function Value({ row }: { row: Alarm }) {
  const { i18n } = useTranslation();
  return <>{i18n.language === 'zh-CN' ? row.valueZh : row.value}</>;
}

function State({ row }: { row: Alarm }) {
  const { t } = useTranslation('alarms');
  return (
    <>
      <StatusTag of={states} code={row.state} />
      {isSwinging(row.count) && row.state !== 'cleared' && row.type !== 'make_failure' && (
        <span className="quiet"> {t('swings')}</span>
      )}
      {row.unreached && row.state !== 'cleared' && (
        <>
          {' '}
          <Tag tone="danger">{t('unreachedTag')}</Tag>
        </>
      )}
      {row.silent && row.state !== 'cleared' && <span className="quiet"> {t('silentTag')}</span>}
    </>
  );
}

/** By which channel a message did not arrive, and why. */
function WhyUndelivered({ messages }: { messages: readonly Undelivered[] }) {
  const { t } = useTranslation('alarms');
  return messages.map(({ channel, fault }) => (
    <p key={channel} className="quiet">
      {t('steps.undelivered', { channel: t(`channel.${channel}`) })}{' '}
      <DictionaryText code="message_fault" value={fault} />
    </p>
  ));
}

/** In one line how it stands, each number with its alarms, and which type makes most of the noise. */
function Figures() {
  const { t } = useTranslation('alarms');
  const { data } = useQuery({
    queryKey: ['alarms', 'figures'],
    queryFn: ({ signal }) => call(alarmEndpoints.figures, {}, { signal, notices: 'none' }),
    refetchInterval: 30_000,
  });
  const [isNoisy, setNoisy] = useState(false);
  if (!data) return null;
  return (
    <>
      <ActionButton
        action={{
          ...{
            key: 'noise',
            label: t('noise.button'),
            fullLabel: t('noise.title'),
            icon: 'chart',
            by: alarmEndpoints.noise,
          },
          onSelect: () => setNoisy(true),
        }}
      />
      {isNoisy && <NoiseDialog onClose={() => setNoisy(false)} />}
      {data.open + data.acknowledged === 0 && <Tag tone="success">{t('figures.none')}</Tag>}
      {(['acknowledged', 'open', 'critical'] as const).map(
        (name) =>
          data[name] > 0 && (
            <Link key={name} to={`?${new URLSearchParams(ALARM_FIGURES[name])}`}>
              <Tag tone={TONES[name]}>{t(`figures.${name}`, { count: data[name] })}</Tag>
            </Link>
          ),
      )}
    </>
  );
}

/** What can be done about it. */
function Acts({ row }: { row: Alarm }) {
  const { t } = useTranslation('alarms');
  const [asked, setAsked] = useState<Asked>();
  const acknowledge = useAcknowledge();
  const isOver = row.state === 'cleared';
  const names = { name: row.deviceName };
  const device = deviceOf(row);
  const action = (kind: Asked['kind'], by: (typeof alarmEndpoints)[keyof typeof alarmEndpoints], fullLabel: string) => (
    <ActionButton
      action={{ key: kind, label: t(`action.${kind}`), fullLabel, by, onSelect: () => setAsked({ kind, rows: [row] }) }}
    />
  );
  return (
    <>
      <div className="alarm-actions">
        {row.state === 'open' && (
          <ActionButton
            kind="primary"
            action={{
              key: 'acknowledge',
              label: t('action.acknowledge'),
              fullLabel: t('action.acknowledgeFull', names),
              icon: 'check',
              by: alarmEndpoints.acknowledge,
              onSelect: () => void acknowledge([row.id]),
            }}
          />
        )}
        {!isOver && action('assign', alarmEndpoints.assign, t('action.assignTitle', names))}
        {row.state === 'open' && action('snooze', alarmEndpoints.snooze, t('action.snoozeTitle', { count: 1 }))}
        {action('comment', alarmEndpoints.comment, t('action.commentTitle', names))}
        {device !== undefined && <ButtonLink to={device}>{t('action.device')}</ButtonLink>}
      </div>
      <p>
        <Value row={row} />
      </p>
      <AlarmDialogs asked={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

/** What became of it so far. */
function Evidence({ row }: { row: Alarm }) {
  const { t, i18n } = useTranslation('alarms');
  const query = useQuery({
    queryKey: ['alarms', 'steps', row.id, row.state, row.messages, row.lastSeenAt],
    queryFn: ({ signal }) => call(alarmEndpoints.steps, { id: row.id }, { signal, notices: 'none' }),
  });
  // what becomes of a message changes a step alone
  useLiveRefresh({ concerns: ({ kind, id }) => kind === 'alarm' && id === row.id, refresh: () => query.refetch() });
  return (
    <>
      {row.parts > 0 && <AlarmParts row={row} isOpen />}
      {row.parentId !== '' && (
        <p>
          {t('parts.isPart')}: <Link to={alarmPage(row.parentId)}>{t('parts.toParent')}</Link>
        </p>
      )}
      <h3>{t('steps.title')}</h3>
      <Loaded query={query} skeleton={<SkeletonLines />}>
        {({ steps }) => (
          <Timeline
            label={t('steps.title')}
            entries={steps.toReversed().map((step) => {
              const tone = toneOfStep(step);
              const undelivered = undeliveredOf(step);
              return {
                ...{ id: step.id, at: step.at, who: step.actor, raw: step.detail },
                what: stepWords(step, t, i18n.language),
                ...(undelivered.length > 0 ? { detail: <WhyUndelivered messages={undelivered} /> } : {}),
                ...(tone ? { tone } : {}),
              };
            })}
          />
        )}
      </Loaded>
    </>
  );
}
