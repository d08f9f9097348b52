import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { useLiveRefresh } from '#platform/live/web/use-live-refresh.ts';
import { UserField } from '#system/pickers/web/index.ts';
import { Card } from '#ui/card/card.tsx';
import { DescriptionList } from '#ui/description-list/description-list.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { RecordColumns, RecordDetail } from '#ui/record-detail/record-detail.tsx';
import { StatusTag } from '#ui/status/status.tsx';
import { Time, useFormatTime } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { phoneRun, REFILL_RUNS } from '../contract/addresses.ts';
import {
  AssignRequest,
  CancelRequest,
  type Fill,
  type RefillRun,
  type RunStop,
  refillRunEndpoints,
} from '../contract/endpoints.ts';
import { refillRuns } from '../contract/refill-runs.ts';
import { SKIP_REASONS } from '../contract/run-states.ts';
import { isWanted } from '../rules/run.ts';
import { RefillTable } from './refill-table.tsx';
import { runStateTags, stopStateTags } from './run-tags.ts';
import { useAmounts } from './use-amounts.ts';
import './refill-runs.css';

/** One run as it goes on: its robots with what was filled, by whom and when, and what is still to be taken along. */
export default function RunPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('refill-runs');
  const queryKey = ['refill-runs', 'one', id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(refillRunEndpoints.one, { id }, { signal, notices: 'none' }),
  });
  useLiveRefresh({
    concerns: (message) => message.kind === refillRuns.name && message.id === id,
    refresh: () => query.refetch(),
  });
  const title = query.data?.name ?? t('detail.title');
  return (
    <RecordDetail
      query={query}
      queryKey={queryKey}
      title={title}
      name={query.data && title}
      back={{ to: REFILL_RUNS, label: t('detail.toList') }}
      state={({ state }) => <StatusTag of={runStateTags} code={state} />}
      actions={(run) => <Acts run={run} onDone={() => void query.refetch()} />}
      viewsLabel={t('detail.title')}
      views={[
        {
          key: 'overview',
          label: t('detail.stops'),
          content: (run) => (
            <RecordColumns
              main={
                <>
                  <ToPick stops={run.stops} />
                  <Stops stops={run.stops} />
                </>
              }
              facts={<Facts run={run} />}
            />
          ),
        },
      ]}
    />
  );
}

function Facts({ run }: { run: RefillRun }) {
  const { t } = useTranslation('refill-runs');
  return (
    <Card title={t('detail.facts')}>
      <DescriptionList
        columns={1}
        facts={[
          { term: t('field.assignedName'), value: run.assignedName },
          { term: t('field.plannedFor'), value: run.plannedFor && <Time at={run.plannedFor} /> },
          { term: t('field.note'), value: run.note },
          { term: t('field.reason'), value: run.reason },
          { term: t('field.plannedByName'), value: run.plannedByName },
          { term: t('field.createdAt'), value: <Time at={run.createdAt} /> },
          { term: t('field.startedAt'), value: run.startedAt && <Time at={run.startedAt} /> },
          { term: t('field.endedAt'), value: run.endedAt && <Time at={run.endedAt} /> },
        ].filter(({ value }) => value !== '' && value !== null)}
      />
    </Card>
  );
}

/** What the robots that still wait want, and what is taken along for them. */
function ToPick({ stops }: { stops: readonly RunStop[] }) {
  const { t } = useTranslation('refill-runs');
  const waiting = stops.filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return null;
  const isFull = waiting.every(({ materials }) => !materials.some(isWanted));
  return (
    <Card title={t('detail.pick')} flush={!isFull}>
      {isFull ? (
        <p className="quiet">{t('detail.nothing')}</p>
      ) : (
        <RefillTable
          label={t('detail.pick')}
          rows={waiting.map(({ robotId, name, materials }) => ({ robotId, head: name, materials, isPacked: true }))}
        />
      )}
    </Card>
  );
}

function Stops({ stops }: { stops: readonly RunStop[] }) {
  const { t } = useTranslation('refill-runs');
  const why = SKIP_REASONS as readonly string[];
  return (
    <Card title={t('detail.stops')}>
      <ol className="refill-stops">
        {stops.map((stop) => (
          <li key={stop.robotId}>
            <div className="refill-stop-head">
              <b>{stop.name}</b>
              <StatusTag of={stopStateTags} code={stop.state} />
              {stop.doneAt && <Time at={stop.doneAt} />}
              {stop.doneByName !== '' && <span className="quiet">{t('detail.by', { name: stop.doneByName })}</span>}
            </div>
            <small>{readersName({ name: stop.spotName, nameZh: stop.spotNameZh })}</small>
            {stop.reason !== '' && (
              <small>{why.includes(stop.reason) ? t(`why.${stop.reason as 'closed'}`) : stop.reason}</small>
            )}
            {stop.fills.map((fill, at) => (
              <FillLine key={at} fill={fill} />
            ))}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function FillLine({ fill }: { fill: Fill }) {
  const { t } = useTranslation('refill-runs');
  const { amount, nameOf } = useAmounts();
  const format = useFormatTime();
  const time = fill.otherAt === null ? '' : format(fill.otherAt);
  return (
    <div className="refill-fill">
      <span>{[nameOf(fill), fill.batch].filter(Boolean).join(' · ')}</span>
      <b className="figures">{`${amount(fill.before, fill.unit)} → ${amount(fill.after, fill.unit)}`}</b>
      {fill.otherAt !== null && (
        <small className="refill-other">
          {fill.kept ? t('detail.kept', { time }) : t('detail.overtook', { time, name: fill.otherName || 'none' })}
        </small>
      )}
    </div>
  );
}

function Acts({ run, onDone }: { run: RefillRun; onDone: () => void }) {
  const { t } = useTranslation('refill-runs');
  const [asked, ask] = useState<'assign' | 'cancel'>();
  if (run.state !== 'planned' && run.state !== 'running') return null;
  const close = () => ask(undefined);
  return (
    <>
      <a className="button" href={phoneRun(run.id)}>
        {t('detail.onPhone')}
      </a>
      <ActionButton
        action={{
          ...{ key: 'assign', label: t('act.assign'), icon: 'swap', by: refillRunEndpoints.assign },
          onSelect: () => ask('assign'),
        }}
      />
      <ActionButton
        action={{
          ...{ key: 'cancel', label: t('act.cancel'), icon: 'close', by: refillRunEndpoints.cancel, danger: true },
          onSelect: () => ask('cancel'),
        }}
      />
      {asked === 'assign' && (
        <FormDialog
          namespace="refill-runs"
          title={t('act.assignTitle')}
          schema={AssignRequest}
          initialValues={{ id: run.id, assignedTo: run.assignedTo }}
          verb={t('act.assign')}
          onSubmit={(request, { idempotencyKey }) => call(refillRunEndpoints.assign, request, { idempotencyKey })}
          onSaved={() => {
            toast.success(t('act.assigned'));
            onDone();
          }}
          onClose={close}
        >
          <UserField name="assignedTo" store="id" />
        </FormDialog>
      )}
      {asked === 'cancel' && (
        <FormDialog
          namespace="refill-runs"
          title={t('act.cancelTitle')}
          intro={<p className="quiet">{t('act.cancelBody')}</p>}
          schema={CancelRequest}
          initialValues={{ id: run.id, reason: '' }}
          verb={t('act.cancel')}
          danger
          onSubmit={(request, { idempotencyKey }) => call(refillRunEndpoints.cancel, request, { idempotencyKey })}
          onSaved={() => {
            toast.success(t('act.cancelled'));
            onDone();
          }}
          onClose={close}
        >
          <TextAreaField name="reason" rows={2} />
        </FormDialog>
      )}
    </>
  );
}
