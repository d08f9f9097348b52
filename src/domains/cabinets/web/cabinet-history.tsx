import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DeviceCommand } from '#domains/devices/contract/commands.ts';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Tag, type Tone } from '#ui/tag/tag.tsx';
import { Time } from '#ui/time/time.tsx';
import { Timeline } from '#ui/timeline/timeline.tsx';
import { cabinetEndpoints } from '../contract/endpoints.ts';

const AT_ONCE = 50;

const TONES: Readonly<Record<DeviceCommand['state'], Tone>> = {
  ...{ queued: 'neutral', sent: 'busy', accepted: 'busy', running: 'busy', succeeded: 'success', failed: 'danger' },
  ...{ timed_out: 'danger', expired: 'warning', cancelled: 'neutral' },
};

/** What the cabinet was asked, live. */
export function CabinetCommands({ id }: { id: string }) {
  const { t } = useTranslation('cabinets');
  const query = useQuery({
    queryKey: ['cabinets', 'commands', id],
    queryFn: ({ signal }) => call(cabinetEndpoints.commands, { id, pageSize: AT_ONCE }, { signal, notices: 'none' }),
  });
  useLiveRefresh({
    concerns: (message) => message.kind === 'command' && message['cabinetId'] === id,
    refresh: () => query.refetch(),
  });
  if (!query.data) return null;
  if (query.data.records.length === 0) return <p className="quiet cabinet-empty">{t('detail.noCommands')}</p>;
  return (
    <ScrollBox label={t('detail.commands')}>
      <table className="plain-table">
        <thead>
          <tr>
            {(['command', 'state', 'result', 'by', 'at'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {query.data.records.map((command) => (
            <tr key={command.id}>
              <td>
                {t(`cmd.${command.cmd}`, { slot: command.args['slot'], defaultValue: command.cmd })}
                {command.reason && <div className="quiet">{command.reason}</div>}
              </td>
              <td>
                <Tag tone={TONES[command.state]}>{t(`commandState.${command.state}`)}</Tag>
              </td>
              <td>{command.resultCode ?? '–'}</td>
              <td>{command.requestedByName}</td>
              <td>
                <Time at={command.issuedAt} part="second" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** What the cabinet said. */
export function CabinetLog({ id }: { id: string }) {
  const { t } = useTranslation('cabinets');
  const query = useQuery({
    queryKey: ['cabinets', 'events', id],
    queryFn: ({ signal }) => call(cabinetEndpoints.events, { id, pageSize: AT_ONCE }, { signal, notices: 'none' }),
  });
  useLiveRefresh({
    concerns: (message) => message.kind === 'cabinet' && message.id === id,
    refresh: () => query.refetch(),
  });
  if (!query.data) return null;
  if (query.data.records.length === 0) return <p className="quiet">{t('detail.noLog')}</p>;
  return (
    <Timeline
      label={t('detail.log')}
      entries={query.data.records.map((event) => ({
        id: event.id,
        at: event.receivedAt,
        what: t(`event.${event.kind.replaceAll('.', '-')}`, { defaultValue: event.kind }),
        who: event.ignored ? t('event.late') : undefined,
        tone: event.ignored ? 'neutral' : 'info',
        detail: <EventWords data={event.data} />,
        raw: event.data,
      }))}
    />
  );
}

function EventWords({ data }: { data: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation('cabinets');
  const { serial, slot } = data;
  return (
    <span className="place-parts">
      {typeof serial === 'string' && <span className="figures">{serial}</span>}
      {typeof slot === 'number' && <span>{t('slot.number', { slot })}</span>}
    </span>
  );
}
