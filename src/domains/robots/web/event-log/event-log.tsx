import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { DeviceEvent } from '#domains/devices/contract/device.ts';
import { LOG_WINDOW_HOURS } from '#domains/devices/rules/log-window.ts';
import { robotEndpoints } from '#domains/robots/contract/endpoints.ts';
import { ROBOT_EVENT_KINDS } from '#domains/robots/contract/messages.ts';
import type { RobotDetail } from '#domains/robots/contract/robot.ts';
import { call } from '#platform/http/web/call.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { Button, IconButton } from '#ui/button/button.tsx';
import { DateTimeInput } from '#ui/date/date-input.tsx';
import { dateTimeFault, isInstant, UNFINISHED } from '#ui/date/date-value.ts';
import { useEntered } from '#ui/date/use-entered.ts';
import { Empty } from '#ui/empty/empty.tsx';
import { type Endless, useEndless } from '#ui/endless/use-endless.ts';
import { useFaultText } from '#ui/form-dialog/form-context.ts';
import { useLoadedTexts } from '#ui/language/use-language.ts';
import { StaleNotice } from '#ui/loaded/stale-notice.tsx';
import { columnsFor } from '#ui/record-table/column.tsx';
import { ColumnPicker } from '#ui/record-table/column-picker.tsx';
import { RecordTable } from '#ui/record-table/record-table.tsx';
import { initialLayout, type TableLayoutHandle, useTableLayout } from '#ui/record-table/table-layout.ts';
import { useIsNarrow } from '#ui/record-table/use-media.ts';
import { Select } from '#ui/select/select.tsx';
import { browserNow } from '#ui/time/now.ts';
import { Time } from '#ui/time/time.tsx';
import { useTimeStyle } from '#ui/time/use-time-style.ts';
import { EventPanel } from './event-panel.tsx';
import { EventKind, EventText, noteOf } from './event-text.tsx';
import './event-log.css';

const column = columnsFor<DeviceEvent>();
const COLUMNS = [
  column.time('receivedAt', { part: 'second', width: 192, align: 'start' }),
  column.custom('eventKind', (row) => <EventKind event={row} />, { width: 168, whole: true, value: (row) => row.kind }),
  column.custom('eventText', (row) => <EventText event={row} />, { width: 480, value: (row) => row.id }),
  column.custom('eventNote', (row) => <EventNote event={row} />, { width: 170, value: (row) => row.ignored }),
  column.time('deviceAt', { part: 'second', hidden: true }),
  column.text('id', { width: 220, hidden: true }),
];

/** On a phone an event is one cell of two lines, as high as a comfortable row: thousands of them scroll as in the table. */
const LINES = [column.custom('eventText', (row) => <EventLine event={row} />, { width: 280, value: (row) => row.id })];
const LINES_LAYOUT: TableLayoutHandle = {
  layout: { ...initialLayout(LINES), density: 'comfortable' },
  change: () => undefined,
  reset: () => undefined,
};

const SLICE = 200;
const LOOK_EVERY_MS = 3_000;
const HOUR_MS = 3_600_000;
const idOf = (event: DeviceEvent): string => event.id;

/** Everything that a robot sent in the last three days, loaded by scrolling: by kind, from a point in time, or following. */
export default function EventLog({ robot }: { robot: Pick<RobotDetail, 'id' | 'imei'> }) {
  const { t } = useTranslation('robots');
  const [params, setParams] = useSearchParams();
  const kind = ROBOT_EVENT_KINDS.find((one) => one === params.get('kind'));
  const until = readInstant(params.get('until'));
  const [isFollowing, setFollowing] = useState(false);
  const [open, setOpen] = useState<DeviceEvent>();
  const isNarrow = useIsNarrow();
  const layout = useTableLayout('devices.event-log', COLUMNS);
  const put = (name: string, value: string | undefined) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        value ? next.set(name, value) : next.delete(name);
        return next;
      },
      { replace: true },
    );

  const load = useCallback(
    (before: string | undefined, signal: AbortSignal) =>
      call(
        robotEndpoints.eventLog,
        { robotId: robot.id, kind, to: until, before, limit: SLICE },
        { signal, notices: 'none' },
      ),
    [robot.id, kind, until],
  );
  const log = useEndless({ scope: `${robot.id} ${kind ?? ''} ${until ?? ''}`, load, idOf });
  // A log that ends in the past gets no live updates.
  useLiveRefresh({
    concerns: (message) => message.id === robot.id || message['robotId'] === robot.id,
    refresh: log.look,
    everyMs: LOOK_EVERY_MS,
    paused: until !== undefined,
  });
  const { fresh, show } = log;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` belongs to the state that `fresh` counts
  useEffect(() => {
    if (isFollowing && fresh > 0) show();
  }, [isFollowing, fresh]);

  const count = log.rows?.length ?? 0;
  return (
    <section className="event-log" aria-label={t('log.title')}>
      <div className="event-log-bar">
        <div className="event-log-kind">
          <span aria-hidden="true">{t('log.kind')}</span>
          <Select
            label={t('log.kind')}
            none={t('log.anyKind')}
            options={ROBOT_EVENT_KINDS.map((one) => ({
              value: one,
              label: t(`eventKind.${one.replaceAll('.', '-')}`),
            }))}
            value={kind ?? ''}
            onChange={(value) => put('kind', value)}
          />
        </div>
        <UntilField value={until} onChange={(value) => put('until', value)} />
        <label className="event-log-follow">
          <input
            type="checkbox"
            checked={isFollowing}
            disabled={until !== undefined}
            onChange={(event) => setFollowing(event.target.checked)}
          />
          {t('log.follow')}
        </label>
        <span className="event-log-tools">
          <IconButton icon="refresh" label={t('log.refresh')} onClick={log.look} />
          {!isNarrow && <ColumnPicker namespace="robots" columns={COLUMNS} layout={layout} />}
        </span>
      </div>
      <RecordTable
        label={t('log.title')}
        namespace="robots"
        columns={isNarrow ? LINES : COLUMNS}
        rows={log.rows}
        idOf={idOf}
        layout={isNarrow ? LINES_LAYOUT : layout}
        error={log.error}
        onRetry={log.retry}
        isFetching={log.isLoading && count > 0}
        fresh={fresh}
        onShowFresh={show}
        onEnd={log.loadMore}
        asCards={false}
        onPanel={(id) => setOpen(log.rows?.find((row) => row.id === id))}
        onEnter={(id) => setOpen(log.rows?.find((row) => row.id === id))}
        openId={open?.id}
        empty={<NoEvents onClear={kind || until ? () => setParams({ tab: 'log' }, { replace: true }) : undefined} />}
      />
      {count > 0 && <LogFoot log={log} onGoOn={(last) => put('until', last.receivedAt)} />}
      {open && <EventPanel event={open} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

/** `onClear` is there where filters leave nothing. */
function NoEvents({ onClear }: { onClear: (() => void) | undefined }) {
  const { t } = useTranslation('robots');
  return onClear ? (
    <Empty icon="search" title={t('log.nothing')} action={<Button onClick={onClear}>{t('log.clear')}</Button>} />
  ) : (
    <Empty icon="message" title={t('event.none')}>
      {t('log.first')}
    </Empty>
  );
}

/** How much is loaded; a log that is as long as it may be goes on before its last event. */
function LogFoot({ log, onGoOn }: { log: Endless<DeviceEvent>; onGoOn: (last: DeviceEvent) => void }) {
  const { t } = useTranslation('robots');
  const last = log.rows?.at(-1);
  return (
    <footer className="event-log-foot">
      {log.error ? (
        <StaleNotice error={log.error} updatedAt={browserNow()} onRetry={log.retry} />
      ) : (
        <span>{t(log.isAtEnd ? 'log.all' : 'log.loaded', { count: log.rows?.length ?? 0 })}</span>
      )}
      {log.isFull && !log.isAtEnd && last && (
        <Button kind="link" onClick={() => onGoOn(last)}>
          {t('log.goOn')}
        </Button>
      )}
    </footer>
  );
}

function EventLine({ event }: { event: DeviceEvent }) {
  const t = useLoadedTexts('robots');
  const note = noteOf(event, t);
  return (
    <span className="event-line">
      <span>
        <EventKind event={event} />
        {note && <span>{note}</span>}
        <Time at={event.receivedAt} part="second" zone="never" />
      </span>
      <span>
        <EventText event={event} />
      </span>
    </span>
  );
}

function EventNote({ event }: { event: DeviceEvent }) {
  const t = useLoadedTexts('robots');
  return noteOf(event, t) || '–';
}

/** A point on the tenant's wall clock before which the log begins. */
function UntilField({ value, onChange }: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  const { t } = useTranslation('robots');
  const style = useTimeStyle();
  const min = new Date(browserNow() - LOG_WINDOW_HOURS * HOUR_MS).toISOString();
  const faultText = useFaultText('robots');
  const entered = useEntered(value ?? '', (text) => {
    if (text === '' || isInstant(text)) onChange(text || undefined);
  });
  // while it is typed it is not yet wrong
  const fault = entered.text === UNFINISHED ? undefined : dateTimeFault(entered.text, { min }, style);
  return (
    <div className="event-log-until">
      <span aria-hidden>{t('log.until')}</span>
      <DateTimeInput
        label={t('log.until')}
        min={min}
        value={entered.text}
        onChange={entered.enter}
        onEnter={entered.finish}
      />
      {fault && (
        <span className="field-fault" role="alert">
          {faultText(fault)}
        </span>
      )}
    </div>
  );
}

function readInstant(text: string | null): string | undefined {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
