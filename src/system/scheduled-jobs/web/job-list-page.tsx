import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { call } from '#platform/http/web/call.ts';
import { recordsPage } from '#system/records/web/page.tsx';
import { useMay } from '#ui/allowed/allowed.tsx';
import { ButtonLink } from '#ui/button/button.tsx';
import { confirm } from '#ui/confirm/confirm.tsx';
import type { ListView } from '#ui/record-list/list-state.ts';
import { Time } from '#ui/time/time.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import { JOB_LIST } from '../contract/addresses.ts';
import { scheduledJobEndpoints } from '../contract/endpoints.ts';
import { type ScheduledJob, scheduledJobs } from '../contract/scheduled-jobs.ts';
import { Outcome, Schedule, WorkName } from './job-cells.tsx';
import { JobForm } from './job-form.tsx';
import { JobPanel } from './job-panel.tsx';
import './scheduled-jobs.css';

const VIEWS: readonly ListView[] = [
  { key: 'all' },
  { key: 'on', request: { status: '0' } },
  { key: 'off', request: { status: '-1' } },
];

/** Which job is to run now. */
const useAsked = create<{ job?: ScheduledJob | undefined }>(() => ({}));

/** The schedules of the program stand beside, for the administrator. */
function ProgramLink() {
  const { t } = useTranslation('scheduled-jobs');
  const may = useMay();
  return may(scheduledJobEndpoints.program) && <ButtonLink to={`${JOB_LIST}/program`}>{t('kind.program')}</ButtonLink>;
}

const Jobs = recordsPage(scheduledJobs, {
  icon: 'schedule',
  views: VIEWS,
  shown: ['description', 'jobClassName', 'cronExpression', 'nextRunAt', 'lastOutcome', 'status'],
  cells: {
    jobClassName: (job) => <WorkName of={job.jobClassName} />,
    cronExpression: (job) => <Schedule expression={job.cronExpression} />,
    nextRunAt: (job) => (job.nextRunAt ? <Time at={job.nextRunAt} zone="never" /> : '–'),
    lastRunAt: (job) => (job.lastRunAt ? <Time at={job.lastRunAt} zone="never" /> : '–'),
    lastOutcome: (job) => <Outcome of={job.lastOutcome} />,
  },
  widths: { description: 264, cronExpression: 232, lastOutcome: 112 },
  form: (props) => <JobForm {...props} />,
  formWidth: 1080,
  formValues: (job) => (job ? {} : { cronExpression: '0 0 8 * * ?', status: 0 }),
  facts: [],
  above: (job) => <JobPanel row={job} />,
  actions: ProgramLink,
  rowActions: (job, t) => [
    {
      key: 'execute',
      label: t('run.now'),
      icon: 'play',
      by: scheduledJobEndpoints.execute,
      onSelect: () => useAsked.setState({ job }),
    },
  ],
});

export default function JobListPage() {
  return (
    <>
      <Jobs />
      <RunNow />
    </>
  );
}

/** Asks, and runs the job that was chosen. */
function RunNow() {
  const { t } = useTranslation('scheduled-jobs');
  const queryClient = useQueryClient();
  const job = useAsked(({ job: asked }) => asked);
  useEffect(() => {
    if (!job) return;
    useAsked.setState({ job: undefined });
    const { id, description: name } = job;
    void (async () => {
      const agreed = await confirm({ title: t('run.askTitle', { name }), body: t('run.askText'), verb: t('run.now') });
      if (!agreed) return;
      await call(scheduledJobEndpoints.execute, { id });
      toast.success(t('run.begun', { name }));
      await queryClient.invalidateQueries({ queryKey: ['scheduled-jobs'] });
    })().catch(() => undefined);
  }, [job, t, queryClient]);
  return null;
}
