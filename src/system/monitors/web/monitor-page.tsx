import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { LiveControl } from '#ui/live-control/live-control.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Select } from '#ui/select/select.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import type { Readings } from '../contract/monitor.ts';
import { useReadings } from './monitor-queries.ts';
import { WatchedContext } from './watched.ts';
import './monitors.css';

const SERVER = 'server';

export interface MonitorPageProps {
  title: string;
  /** Said instead of the page where nothing could be read. */
  failed: string;
  children: (readings: Readings) => ReactNode;
}

/** Head of every monitor page: which server, how old the figures are, hold and go on. */
export function MonitorPage({ title, failed, children }: MonitorPageProps) {
  const [isPaused, setPaused] = useState(false);
  const [params, setParams] = useSearchParams();
  const serverId = params.get(SERVER) ?? undefined;
  const watched = useMemo(() => ({ serverId, isPaused }), [serverId, isPaused]);
  const choose = (id: string): void =>
    setParams(id === '' ? {} : { [SERVER]: id }, { replace: true, preventScrollReset: true });
  return (
    <WatchedContext value={watched}>
      <div className="monitor">
        <header className="monitor-head">
          <h1 tabIndex={-1}>{title}</h1>
          <LiveControl updatedAt={useOldestAnswer()} isPaused={isPaused} onPause={setPaused} />
        </header>
        <Figures failed={failed} choose={choose} chosen={serverId}>
          {children}
        </Figures>
      </div>
    </WatchedContext>
  );
}

interface FiguresProps extends Pick<MonitorPageProps, 'failed' | 'children'> {
  chosen: string | undefined;
  choose: (id: string) => void;
}

function Figures({ failed, children, chosen, choose }: FiguresProps) {
  const { t } = useTranslation('monitors');
  const readings = useReadings();
  return (
    <Loaded query={readings} failedTitle={failed} skeleton={<Skeleton height={420} />}>
      {(data) => (
        <>
          <div className="monitor-choice">
            <Select
              label={t('server.choose')}
              value={chosen ?? ''}
              onChange={choose}
              options={[
                { value: '', label: t('server.all', { count: data.servers.length }) },
                ...data.servers.map(({ id, name, isAway, processId }) => ({
                  value: id,
                  label: t(isAway ? 'server.away' : 'server.named', { name, processId }),
                })),
                // one that was chosen and has gone meanwhile
                ...(chosen === undefined || data.servers.some(({ id }) => id === chosen)
                  ? []
                  : [{ value: chosen, label: t('server.gone') }]),
              ]}
            />
          </div>
          {children(data)}
        </>
      )}
    </Loaded>
  );
}

/** When the oldest part of the page was answered, in epoch milliseconds; 0 before the first answer. */
function useOldestAnswer(): number {
  const queryClient = useQueryClient();
  return useSyncExternalStore(
    (changed) => queryClient.getQueryCache().subscribe(changed),
    () => {
      const times = queryClient
        .getQueryCache()
        .findAll({ queryKey: ['monitors'], type: 'active' })
        .map(({ state }) => state.dataUpdatedAt)
        .filter((at) => at > 0);
      return times.length === 0 ? 0 : Math.min(...times);
    },
  );
}
