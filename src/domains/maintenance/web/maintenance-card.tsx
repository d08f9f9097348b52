import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Endpoint, RequestInput, ResponseOf } from '#platform/http/contract/endpoint.ts';
import { call } from '#platform/http/web/call.ts';
import { Card } from '#ui/card/card.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormDialog } from '#ui/form-dialog/form-dialog.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Progress } from '#ui/progress/progress.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { Time } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import {
  maintenanceEndpoints as calls,
  RecordMaintenanceRequest,
  type RobotMaintenance,
  RobotPlanRequest,
  TenantPlanRequest,
} from '../contract/maintenance.ts';
import { maintenanceAlarm } from '../rules/countdown.ts';
import './maintenance.css';

const SHOWN_RECORDS = 5;

interface OfRobot {
  readonly robot: { readonly id: string; readonly name: string };
}

/** How many days a robot has left, what of its interval is used, what was done before, and the way to record it. */
export default function MaintenanceCard({ robot }: OfRobot) {
  const { t } = useTranslation('maintenance');
  const [open, setOpen] = useState<'record' | 'plan' | 'tenantPlan'>();
  const query = useQuery({
    // below the key of robots: what changes a robot asks for it again
    queryKey: ['robots', 'maintenance', robot.id],
    queryFn: ({ signal }) => call(calls.one, { robotId: robot.id }, { signal, notices: 'none' }),
  });
  return (
    <Card
      title={t('title')}
      extra={
        <ActionButton
          small
          action={{
            key: 'record',
            label: t('record'),
            fullLabel: t('recordTitle', { name: robot.name }),
            by: calls.record,
            onSelect: () => setOpen('record'),
          }}
        />
      }
    >
      <Loaded query={query} skeleton={<Skeleton height={120} />}>
        {(found) => (
          <div className="maintenance">
            <Countdown found={found} />
            <ActionButton
              small
              kind="link"
              action={{
                key: 'plan',
                label: t('plan'),
                fullLabel: t('planTitle', { name: robot.name }),
                by: calls.plan,
                onSelect: () => setOpen('plan'),
              }}
            />
            <ActionButton
              small
              kind="link"
              action={{
                key: 'tenant-plan',
                label: t('tenantPlan'),
                by: calls.saveTenantPlan,
                onSelect: () => setOpen('tenantPlan'),
              }}
            />
            <Past robot={robot} />
            {open === 'plan' && <PlanDialog robot={robot} found={found} onClose={() => setOpen(undefined)} />}
          </div>
        )}
      </Loaded>
      {open === 'tenantPlan' && <TenantPlanDialog onClose={() => setOpen(undefined)} />}
      {open === 'record' && <RecordDialog robot={robot} onClose={() => setOpen(undefined)} />}
    </Card>
  );
}

function Countdown({ found }: { found: RobotMaintenance }) {
  const { t, i18n } = useTranslation('maintenance');
  const number = new Intl.NumberFormat(i18n.language);
  const days = found.countdownDays;
  const alarm = maintenanceAlarm(days);
  const said = days > 0 ? t('left', { days }) : days === 0 ? t('dueToday') : t('overdue', { days: -days });
  const used = (label: string, gone: number, all: number) => (
    <div className="maintenance-bar">
      <span>{label}</span>
      <Progress label={label} value={Math.min(100, Math.round((100 * gone) / all))} />
      <span className="figures quiet">{t('of', { used: number.format(gone), all: number.format(all) })}</span>
    </div>
  );
  return (
    <>
      <p className={`maintenance-left maintenance-${alarm ?? 'well'}`}>{said}</p>
      {used(t('cups'), found.cupsUsed, found.cups)}
      {used(t('days'), found.daysGone, found.days)}
      <p className="quiet">{t('perDay', { cups: number.format(found.cupsPerDay) })}</p>
      <p className="quiet">
        {t('last')}: {found.lastAt ? <Time at={found.lastAt} part="day" /> : t('never')}
      </p>
    </>
  );
}

function Past({ robot }: OfRobot) {
  const { t } = useTranslation('maintenance');
  const { data } = useQuery({
    queryKey: ['robots', 'maintenance', robot.id, 'past'],
    queryFn: ({ signal }) =>
      call(calls.page, { robotId: robot.id, pageSize: SHOWN_RECORDS }, { signal, notices: 'none' }),
  });
  if (!data || data.records.length === 0) return null;
  return (
    <>
      <h3>{t('history')}</h3>
      <ul className="maintenance-past">
        {data.records.map((one) => (
          <li key={one.id}>
            <Time at={one.doneAt} part="day" /> <strong>{one.what}</strong>
            <div className="quiet">{t('entry', { who: one.doneBy, cups: one.cupsUsed, days: one.daysGone })}</div>
            {one.remark && <div className="quiet">{one.remark}</div>}
          </li>
        ))}
      </ul>
    </>
  );
}

function useChange<E extends Endpoint>(endpoint: E) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      request,
      idempotencyKey,
    }: {
      request: RequestInput<E>;
      idempotencyKey?: string | undefined;
    }): Promise<ResponseOf<E>> => call(endpoint, request, idempotencyKey === undefined ? {} : { idempotencyKey }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['robots'] }),
  });
}

function RecordDialog({ robot, onClose }: OfRobot & { onClose: () => void }) {
  const { t } = useTranslation('maintenance');
  const change = useChange(calls.record);
  return (
    <FormDialog
      namespace="maintenance"
      title={t('recordTitle', { name: robot.name })}
      schema={RecordMaintenanceRequest}
      draft={`maintenance.record:${robot.id}`}
      initialValues={{ robotId: robot.id }}
      verb={t('record')}
      onSubmit={async (request, { idempotencyKey }) => {
        await change.mutateAsync({ request, idempotencyKey });
        toast.success(t('recorded'));
      }}
      onClose={onClose}
    >
      <TextField name="what" placeholder={t('whatExample')} />
      <TextField name="doneBy" hint={t('doneByHint')} />
      <TextField name="remark" />
    </FormDialog>
  );
}

function PlanDialog({ robot, found, onClose }: OfRobot & { found: RobotMaintenance; onClose: () => void }) {
  const { t } = useTranslation('maintenance');
  const change = useChange(calls.plan);
  return (
    <FormDialog
      namespace="maintenance"
      title={t('planTitle', { name: robot.name })}
      schema={RobotPlanRequest}
      initialValues={{ robotId: robot.id, cups: found.ownCups, days: found.ownDays }}
      verb={t('save')}
      onSubmit={async (request, { idempotencyKey }) => {
        await change.mutateAsync({ request, idempotencyKey });
        toast.success(t('planned'));
      }}
      onClose={onClose}
      intro={<p className="quiet">{t('planHint')}</p>}
    >
      <NumberField name="cups" placeholder={String(found.cups)} />
      <NumberField name="days" placeholder={String(found.days)} />
    </FormDialog>
  );
}

/** Counts for every robot that has no interval of its own. */
function TenantPlanDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('maintenance');
  const change = useChange(calls.saveTenantPlan);
  const { data } = useQuery({
    queryKey: ['robots', 'maintenance', 'tenant-plan'],
    queryFn: ({ signal }) => call(calls.tenantPlan, {}, { signal }),
  });
  if (!data) return null;
  return (
    <FormDialog
      namespace="maintenance"
      title={t('tenantPlanTitle')}
      schema={TenantPlanRequest}
      initialValues={data}
      verb={t('save')}
      onSubmit={async (request, { idempotencyKey }) => {
        await change.mutateAsync({ request, idempotencyKey });
        toast.success(t('planned'));
      }}
      onClose={onClose}
      intro={<p className="quiet">{t('tenantPlanHint')}</p>}
    >
      <NumberField name="cups" />
      <NumberField name="days" />
    </FormDialog>
  );
}
