import { sql } from 'kysely';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { WorkAsker } from '#platform/jobs/server/define-work.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import type { RowOf } from '#platform/records/contract/fields.ts';
import type { ServeOptions } from '#platform/records/server/serve-records.ts';
import type { CronExpression } from '#system/scheduling/rules/cron.ts';
import { nextRuns } from '#system/scheduling/rules/next-runs.ts';
import { checkedExpression } from '#system/scheduling/server/index.ts';
import type { scheduledJobs } from '../contract/scheduled-jobs.ts';
import { runsTooOften } from '../rules/plan-job.ts';
import { zoneOf } from './plan-jobs.ts';
import { maySchedule, parametersOf, type Works, workNamed } from './works.ts';

type Fields = (typeof scheduledJobs)['fields'];
type Job = RowOf<Fields>;

/** What is saved of a job is what its work can do, on a schedule that can be read, by somebody who may do it. */
export function jobHooks(
  works: Works,
): Pick<ServeOptions<Fields>, 'decide' | 'beforeSave' | 'generate' | 'afterSave' | 'along'> {
  return {
    decide: (draft, before, context) => {
      // to stop a job, or to let it run again, one need not be able to make it; whose rights it runs with stays as it is
      if (before && isTurn(before, draft)) return;
      const work = workNamed(works, draft.jobClassName);
      expressionOf(draft.cronExpression);
      if (!maySchedule(work, context)) raise('request.forbidden', { permission: work.permission ?? '' });
      parametersOf(work, draft.parameter, context);
    },
    beforeSave: async (tx, { draft, before }, context) => {
      const zone = await zoneOf(tx);
      if (isPlannedAnew(draft, before) && nextRuns(expressionOf(draft.cronExpression), zone, tx.now(), 1).length === 0)
        raiseAt('cronExpression', 'scheduled-job.never-runs');
      if (before && isTurn(before, draft)) return;
      const work = workNamed(works, draft.jobClassName);
      const { leastMinutes = 0 } = work;
      if (runsTooOften(expressionOf(draft.cronExpression), zone, tx.now(), leastMinutes))
        raise(
          'scheduled-job.too-often',
          { minutes: leastMinutes },
          {
            faults: [{ path: 'cronExpression', code: 'scheduled-job.too-often', params: { minutes: leastMinutes } }],
          },
        );
      await mustBeMembers(tx, parametersOf(work, draft.parameter, context)['receivers']);
    },
    generate: async (_tx, { draft }, context) => written(works, draft, context),
    afterSave: async (tx, { after, before }, context) => {
      const isSame = before !== undefined && isTurn(before as unknown as Job, after as unknown as Job);
      const owner = isSame || !context ? {} : { owner_id: tx.actor.id };
      const kept = { ...owner, ...(await planOf(tx, after as unknown as Job, before as unknown as Job | undefined)) };
      if (Object.keys(kept).length === 0) return undefined;
      await tx.db.updateTable('scheduled_job').set(kept).where('id', '=', after.id).execute();
      return 'changed';
    },
    // whose rights it runs with: a removal that is taken back gives nobody others
    along: {
      keep: async ({ db }, id) =>
        (await db.selectFrom('scheduled_job').select('owner_id').where('id', '=', id).executeTakeFirst())?.owner_id ??
        null,
      restore: async ({ db }, id, owner) => {
        if (typeof owner === 'string')
          await db.updateTable('scheduled_job').set({ owner_id: owner }).where('id', '=', id).execute();
      },
    },
  };
}

/** Nothing but the state is another. */
const isTurn = (before: Job, after: Job): boolean =>
  (['description', 'jobClassName', 'cronExpression', 'parameter'] as const).every(
    (field) => before[field] === after[field],
  );

// the older family answers codes as texts
const isOn = ({ status }: Job): boolean => String(status) === '0';

/** It runs by the clock from now on, or by another schedule than before. */
const isPlannedAnew = (after: Job, before: Job | undefined): boolean =>
  isOn(after) && !(before && isOn(before) && before.cronExpression === after.cronExpression);

const expressionOf = (text: string): CronExpression => checkedExpression(text, 'cronExpression');

/** As it is kept: the expression in its normal form, and a name where nobody gave one. */
function written(works: Works, draft: Job, asker: WorkAsker): Partial<Job> {
  const { normalised } = expressionOf(draft.cronExpression);
  return {
    ...(draft.cronExpression === normalised ? {} : { cronExpression: normalised }),
    ...(draft.description === ''
      ? { description: workNamed(works, draft.jobClassName).texts[asker.language].name }
      : {}),
  };
}

/** Receivers are people of this tenant. */
async function mustBeMembers(tx: Transaction, receivers: unknown): Promise<void> {
  if (!Array.isArray(receivers) || receivers.length === 0) return;
  const ids = receivers.map(String);
  const found = await tx.db
    .selectFrom('membership')
    .select('user_id')
    .where('status', '>', 0)
    .where(sql<boolean>`user_id::text = any(${ids})`)
    .execute();
  const known = new Set(found.map(({ user_id }) => user_id));
  if (ids.every((id) => known.has(id))) return;
  const code = 'scheduled-job.receiver-unknown';
  raise(code, {}, { faults: [{ path: 'parameter.receivers', code }] });
}

/** When it runs next; a save that leaves schedule and state alone leaves the plan alone, so that no slot is lost. */
async function planOf(tx: Transaction, after: Job, before: Job | undefined) {
  if (!isOn(after)) return { next_run_at: null };
  if (!isPlannedAnew(after, before)) return {};
  const zone = await zoneOf(tx);
  const [next] = nextRuns(expressionOf(after.cronExpression), zone, tx.now(), 1);
  return { next_run_at: next ?? null, planned_zone: zone };
}
