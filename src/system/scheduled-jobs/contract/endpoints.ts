import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Id, Instant, pageFields, pageOf } from '#platform/http/contract/fields.ts';
import { RUN_OUTCOMES, scheduledJobs } from './scheduled-jobs.ts';

const OneJob = z.strictObject({ id: Id });

const Choice = z.strictObject({ value: z.string(), text: z.string() });

/** One parameter of a kind of work, as a form asks for it. */
const WorkField = z.strictObject({
  name: z.string(),
  label: z.string(),
  /** `integer`, `text`, `references` …, as fields of records are. */
  kind: z.string(),
  required: z.boolean(),
  max: z.int().nullable(),
  /** The table dictionary in which a reference is searched. */
  dictionary: z.string().nullable(),
  /** The values to choose from, where it is one of a list. */
  choices: z.array(Choice).nullable(),
  empty: z.json(),
});
export type WorkField = z.infer<typeof WorkField>;

/** Work that can be put on a schedule, in the words of the caller. */
const JobWork = z.strictObject({
  key: z.string(),
  name: z.string(),
  about: z.string(),
  /** The caller may schedule it. */
  isAllowed: z.boolean(),
  leastMinutes: z.int(),
  fields: z.array(WorkField),
});
export type JobWork = z.infer<typeof JobWork>;

const JobRun = z.strictObject({
  id: z.string(),
  /** The moment of the schedule, or of the hand. */
  slot: Instant,
  /** Who asked for it by hand; empty for the clock. */
  askedBy: z.string(),
  outcome: z.enum(RUN_OUTCOMES),
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  durationMs: z.int().nullable(),
  /** What it did, or what was wrong. */
  text: z.string(),
  /** Which server ran it. */
  server: z.string(),
});
export type JobRun = z.infer<typeof JobRun>;

/** A schedule of the program itself: the same on every installation. */
const ProgramSchedule = z.strictObject({
  name: z.string(),
  expression: z.string(),
  nextRunAt: Instant.nullable(),
  lastRunAt: Instant.nullable(),
  lastOutcome: z.enum(['running', 'done', 'failed', 'skipped']).nullable(),
  durationMs: z.int().nullable(),
  text: z.string(),
});
export type ProgramSchedule = z.infer<typeof ProgramSchedule>;

/** Seen by the administrator alone. */
export const PROGRAM_SCHEDULES = 'scheduled-job:program';

const turn = {
  method: 'GET',
  alsoMethods: ['POST', 'PUT'],
  permission: scheduledJobs.permission('edit'),
  effect: 'change',
  request: OneJob,
  response: Done,
} as const;

export const scheduledJobEndpoints = {
  pause: endpoint({ ...turn, path: '/sys/quartzJob/pause', summary: 'Stop a scheduled job' }),
  resume: endpoint({ ...turn, path: '/sys/quartzJob/resume', summary: 'Let a scheduled job run by the clock' }),
  execute: endpoint({
    ...turn,
    path: '/sys/quartzJob/execute',
    permission: 'scheduled-job:execute',
    summary: 'Run a scheduled job once, now, whether it is stopped or not',
  }),
  works: endpoint({
    method: 'GET',
    path: '/sys/quartzJob/works',
    permission: scheduledJobs.permission('view'),
    request: z.strictObject({}),
    response: z.array(JobWork),
    summary: 'Work that can be scheduled, with its parameters',
  }),
  runs: endpoint({
    method: 'GET',
    path: '/sys/quartzJob/runs',
    permission: scheduledJobs.permission('view'),
    request: z.strictObject({ ...pageFields, id: Id }),
    response: pageOf(JobRun),
    summary: 'Runs of a scheduled job, the newest first',
  }),
  program: endpoint({
    method: 'GET',
    path: '/sys/quartzJob/program',
    permission: PROGRAM_SCHEDULES,
    request: z.strictObject({}),
    response: z.array(ProgramSchedule),
    summary: 'Schedules of the program itself, with their last run',
  }),
};
