import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { Card } from '#ui/card/card.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { RecordColumns, RecordDetail } from '#ui/record-detail/record-detail.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { FLEET_CHANGES } from '../contract/addresses.ts';
import { type FleetChange, fleetChangeEndpoints } from '../contract/endpoints.ts';
import { fleetChanges } from '../contract/fleet-changes.ts';
import { changeStateTags } from './change-tags.ts';
import { ChangedRobots } from './changed-robots.tsx';
import { Stages } from './stages.tsx';
import { useValueWords } from './value-words.ts';
import './fleet-changes.css';

/** One change: its stages as they go on, and each robot with before, after and what became of it. */
export default function ChangePage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('fleet-changes');
  const queryKey = ['fleet-changes', 'one', id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(fleetChangeEndpoints.progress, { id }, { signal, notices: 'none' }),
    // robots answer between two looks of the server
    refetchInterval: ({ state: { data } }) => (data && ['running', 'taking_back'].includes(data.state) ? 5_000 : false),
  });
  useLiveRefresh({
    concerns: (message) => message.kind === fleetChanges.name && message.id === id,
    refresh: () => query.refetch(),
  });
  const title = query.data ? t('detail.named', { what: query.data.kind }) : t('detail.title');
  return (
    <RecordDetail
      query={query}
      queryKey={queryKey}
      title={title}
      name={query.data && title}
      back={{ to: FLEET_CHANGES, label: t('detail.toList') }}
      state={({ state }) => <StatusTag of={changeStateTags} code={state} />}
      actions={(change) => <Acts change={change} onDone={() => void query.refetch()} />}
      viewsLabel={t('detail.title')}
      views={[
        {
          key: 'overview',
          label: t('detail.progress'),
          content: (change) => (
            <RecordColumns
              main={
                <>
                  <Card title={t('detail.progress')}>
                    <p className="quiet">{t('detail.by', { name: change.requestedByName, reason: change.reason })}</p>
                    {change.state === 'stopped' && change.stoppedBecause !== '' && (
                      <p className="fleet-warning" role="status">
                        <Icon name="warning" />
                        <span>{t(`stopped.${change.stoppedBecause}`)}</span>
                      </p>
                    )}
                    <Stages change={change} />
                  </Card>
                  <ChangedRobots robots={change.robots} />
                </>
              }
              facts={<Facts change={change} />}
            />
          ),
        },
      ]}
    />
  );
}

function Facts({ change }: { change: FleetChange }) {
  const { t } = useTranslation('fleet-changes');
  const words = useValueWords();
  const minutes = (count: number) => t('detail.minutes', { count });
  return (
    <Card title={t('detail.values')}>
      <DescriptionList
        columns={1}
        facts={[
          ...words(change.wanted).map(({ name, label, value }) => ({ key: name, term: label, value })),
          { term: t('detail.limit'), value: t('detail.limitValue', { count: change.limitPercent }) },
          { term: t('detail.wait'), value: minutes(change.waitMinutes) },
          { term: t('detail.watch'), value: minutes(change.watchMinutes) },
          { term: t('detail.takesBack'), value: t(change.takesBack ? 'detail.yes' : 'detail.no') },
          { term: t('detail.started'), value: <Time at={change.createdAt} /> },
          { term: t('detail.ended'), value: change.endedAt && <Time at={change.endedAt} /> },
        ]}
      />
    </Card>
  );
}

type Act = 'stop' | 'goOn' | 'takeBack';
const DONE = { stop: 'act.stopped', goOn: 'act.wentOn', takeBack: 'act.takenBack' } as const;

function Acts({ change, onDone }: { change: FleetChange; onDone: () => void }) {
  const { t } = useTranslation('fleet-changes');
  const act = async (which: Act): Promise<void> => {
    const asked = { title: t(`act.${which}Title`), body: t(`act.${which}Body`), verb: t(`act.${which}`) };
    if (which !== 'takeBack' && !(await confirm({ ...asked, danger: which === 'stop' }))) return;
    await call(fleetChangeEndpoints[which], { id: change.id });
    toast.success(t(DONE[which]));
    onDone();
  };
  const button = (which: Act, icon: 'close' | 'play' | 'undo', kind?: 'primary') => (
    <ActionButton
      {...(kind ? { kind } : {})}
      action={{
        ...{ key: which, label: t(`act.${which}`), icon, by: fleetChangeEndpoints[which] },
        onSelect: () => void act(which).catch(() => undefined),
      }}
    />
  );
  const isOver = change.state === 'taking_back' || change.state === 'taken_back';
  return (
    <>
      {change.state === 'running' && button('stop', 'close')}
      {change.state === 'stopped' && button('goOn', 'play')}
      {!isOver && button('takeBack', 'undo', change.state === 'stopped' ? 'primary' : undefined)}
    </>
  );
}
