import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { defineJob, type JobContext } from '#platform/jobs/server/define-job.ts';
import { resumeSchedule } from '#platform/jobs/server/resume-schedule.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { wordsOf, wordsOfRefusal } from '#platform/problems/server/words-of-problem.ts';
import { notify } from '#system/notices/server/index.ts';
import { MENU_COPY } from '../contract/addresses.ts';
import { CLEAN_RIGHTS, type CopiedKind, type CopyItem, SOURCE_RIGHTS, TARGET_RIGHTS } from '../contract/copy-run.ts';
import { runCopyJob } from '../contract/jobs.ts';
import { copyDoneNotice } from '../contract/notices.ts';
import { cleanKind } from './clean-copies.ts';
import { copyTree } from './copy-tree.ts';
import { describeTenant, personIn } from './parties.ts';
import { readTrees } from './read-trees.ts';
import { endRun, endStep, findRun, findSteps, type StoredRun } from './run-store.ts';

interface Parties {
  /** Undefined where copies are cleaned away. */
  readonly source: RequestContext | undefined;
  readonly target: RequestContext;
}

/**
 * Performs the steps that still wait, each in one transaction with its result: a run that was cut off goes on where it stopped. What
 * the person may do is asked anew before each of them.
 */
export const runCopy = defineJob(runCopyJob, async (context, { runId }) => {
  const run = await context.read((db) => findRun(db, runId));
  if (run?.state !== 'running') return;
  for (const step of await context.read((db) => findSteps(db, runId))) {
    if (step.state !== 'waiting') continue;
    context.signal.throwIfAborted();
    const parties = await partiesOf(context, run);
    if (!parties) return stop(context, run);
    const note = async (tx: Transaction, items: CopyItem[]): Promise<void> => {
      // another server was quicker: nothing of this may stay
      if (!(await endStep(tx.db, runId, step.number, { state: 'done', items }))) throw new AlreadyDone();
      await pushRun(tx, run);
    };
    try {
      await perform(parties, run, { menuId: step.sourceMenuId, kind: step.name as CopiedKind }, note);
    } catch (error) {
      if (error instanceof AlreadyDone) continue;
      const message = wordsOfRefusal(error, run.language);
      await context.transaction(async (tx) => {
        await endStep(tx.db, runId, step.number, { state: 'failed', message });
        await pushRun(tx, run);
      });
    }
  }
  await finish(context, run, 'done');
});

class AlreadyDone extends Error {}

async function partiesOf({ services, tenantId }: JobContext, run: StoredRun): Promise<Parties | undefined> {
  const person = { userId: run.requestedBy, language: run.language };
  if (run.kind === 'clean') {
    const target = await personIn(services, person, tenantId, CLEAN_RIGHTS);
    return target && { source: undefined, target };
  }
  const target = await personIn(services, person, tenantId, TARGET_RIGHTS);
  const source = await personIn(services, person, run.sourceTenantId ?? '', SOURCE_RIGHTS);
  return target && source && { source, target };
}

async function perform(
  { source, target }: Parties,
  run: StoredRun,
  step: { readonly menuId: string | null; readonly kind: CopiedKind },
  note: (tx: Transaction, items: CopyItem[]) => Promise<void>,
): Promise<void> {
  if (!source) {
    await target.transaction(async (tx) => note(tx, await cleanKind(target, tx, step.kind)));
    return;
  }
  const [here, there] = [await describeTenant(source), await describeTenant(target)];
  const [tree] = await readTrees(source, [step.menuId ?? '']);
  const parties = { source, target, runId: run.id, otherCurrency: here.currency !== there.currency };
  await copyTree(parties, tree ?? raise('menu-copy.menu-gone'), note);
}

/** What was copied stays and is told; the rest is not begun. */
async function stop(context: JobContext, run: StoredRun): Promise<void> {
  const message = wordsOf('request.forbidden', { permission: '' }, run.language);
  await context.transaction(async (tx) => {
    for (const { number } of await findSteps(tx.db, run.id))
      await endStep(tx.db, run.id, number, { state: 'failed', message });
  });
  await finish(context, run, 'stopped');
}

async function finish(context: JobContext, run: StoredRun, state: 'done' | 'stopped'): Promise<void> {
  const { name } = await describeTenant({ tenantId: context.tenantId, read: context.read, language: run.language });
  await context.transaction(async (tx) => {
    if (!(await endRun(tx.db, run.id, state, tx.now()))) return;
    const steps = await findSteps(tx.db, run.id);
    const failed = steps.filter((step) => step.state === 'failed').length;
    await pushRun(tx, run);
    await notify(tx, copyDoneNotice, {
      to: { userId: run.requestedBy },
      params: { kind: run.kind, tenant: name, steps: steps.length, failed },
      path: `${MENU_COPY}?run=${run.id}&in=${tx.tenantId}`,
    });
  });
}

/** The person looks on from the tenant that is copied from. */
const pushRun = (tx: Transaction, run: StoredRun): Promise<void> =>
  tx.live({ kind: 'menu-copy', id: run.id, userId: run.requestedBy, everywhere: true });

export const resumeCopies = resumeSchedule({
  name: 'menu-copy.resume',
  expression: '40 * * * * *',
  job: runCopyJob,
  dataOf: (runId) => ({ runId }),
  open: (db) => db.selectFrom('copy_run').select(['tenant_id', 'id']).where('state', '=', 'running').execute(),
});
