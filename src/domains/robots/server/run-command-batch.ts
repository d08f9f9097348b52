import type { CommandState } from '#domains/devices/contract/commands.ts';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import { batchCommands } from '#domains/robots/contract/command-batch.ts';
import { batchDoneNotice } from '#domains/robots/contract/notices.ts';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { actingContext } from '#platform/http/server/acting-context.ts';
import { sliceText } from '#platform/i18n/server/slice-texts.ts';
import { defineJob, defineSchedule } from '#platform/jobs/server/define-job.ts';
import { resumeSchedule } from '#platform/jobs/server/resume-schedule.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { wordsOf, wordsOfRefusal } from '#platform/problems/server/words-of-problem.ts';
import { notify } from '#system/notices/server/index.ts';
import { findPerson } from '#system/session/server/index.ts';
import {
  countItems,
  findItemOfCommand,
  findWaiting,
  lockBatch,
  moveItem,
  type StoredBatch,
  setBatchState,
} from './command-batch-store.ts';
import { commandRobot } from './command-robot.ts';
import { countCommandsSince } from './count-commands.ts';
import { robotSight } from './find-robots.ts';
import { runCommandBatch } from './jobs.ts';
import { lockRobot } from './robot-store.ts';

/** Leaves room for people who send single commands in the same minute (security 10.7). */
const MOST_PER_MINUTE = 100;
const MINUTE_MS = 60_000;
const PAUSE_MS = 10_000;

/** Commands one robot after the other, each in its own transaction; a run that was cut off resumes where it stopped. */
export const runCommandBatchJob = defineJob(runCommandBatch, async (context, { batchId }) => {
  const { services, tenantId } = context;
  const batch = await context.transaction((tx) => lockBatch(tx.db, batchId));
  if (batch?.state !== 'running') return;
  const owner = await findPerson(services, batch.requestedBy, tenantId);
  const mayStill = owner && batchCommands[batch.kind].permissions.every((each) => can(owner, each));
  const acting = mayStill && actingContext(services, { tenantId, actor: owner, language: batch.language });
  for (;;) {
    const robotIds = await context.read((db) => findWaiting(db, batchId, 20));
    if (robotIds.length === 0) break;
    for (const robotId of robotIds) {
      context.signal.throwIfAborted();
      const since = new Date(context.now().getTime() - MINUTE_MS);
      if ((await context.read((db) => countCommandsSince(db, since, null))) >= MOST_PER_MINUTE) {
        await context.transaction((tx) => comeBack(tx, batchId));
        return;
      }
      const failure = acting
        ? await sendToRobot(acting, batch, robotId)
        : wordsOf('request.forbidden', {}, batch.language);
      if (failure !== undefined) {
        await context.transaction(async (tx) => {
          await moveItem(tx.db, { batchId, robotId, from: 'waiting' }, { state: 'failed', message: failure });
        });
      }
    }
    await context.transaction((tx) => settle(tx, batchId));
  }
  await context.transaction((tx) => settle(tx, batchId));
});

function comeBack(tx: Transaction, batchId: string): Promise<void> {
  const startAfter = new Date(tx.now().getTime() + PAUSE_MS);
  return tx.enqueue(runCommandBatch, { batchId }, { key: batchId, startAfter });
}

/** Command and item are written together, so that the answer of the robot finds its item. Answers why it was refused. */
async function sendToRobot(acting: RequestContext, batch: StoredBatch, robotId: string): Promise<string | undefined> {
  try {
    await acting.transaction(async (tx) => {
      const robot = (await lockRobot(tx.db, robotId, robotSight(acting.actor))) ?? raise('robot.not-found');
      const command = await commandRobot(tx, robot, { ...batch.command, reason: batch.reason });
      const item = { batchId: batch.id, robotId, from: 'waiting' } as const;
      // somebody else was quicker: nothing of this may stay
      if (!(await moveItem(tx.db, item, { state: 'sent', commandId: command.id }))) throw new AlreadyTold();
    });
    return undefined;
  } catch (error) {
    if (error instanceof AlreadyTold) return undefined;
    return wordsOfRefusal(error, batch.language);
  }
}

class AlreadyTold extends Error {}

const COMMANDS: ReadonlySet<string> = new Set(Object.values(batchCommands).map(({ cmd }) => cmd));

/** How a robot answers, or that it does not. */
const isSuccess = (state: CommandState): boolean => state === 'succeeded';

export const noteBatchResult = subscribe(
  deviceEvents.commandFinished,
  'devices.note-batch-result',
  async (tx, event) => {
    const item = await findItemOfCommand(tx.db, event.commandId);
    const batch = item && (await lockBatch(tx.db, item.batchId));
    if (!item || !batch) return;
    const message =
      event.resultText ||
      event.resultCode ||
      sliceText('robots', batch.language, `commandState.${event.state}`) ||
      event.state;
    const state = isSuccess(event.state) ? 'succeeded' : 'failed';
    // a late answer turns a time-out into what it was
    if (item.state === 'sent' || (item.state === 'failed' && state === 'succeeded'))
      await moveItem(tx.db, { ...item, from: item.state }, { state, message: state === 'failed' ? message : null });
    await settle(tx, item.batchId);
  },
  { concerns: ({ cmd }) => COMMANDS.has(cmd) },
);

/** The batch is done when no robot is open; its owner gets a live update of each step, and a notice of the end. */
async function settle(tx: Transaction, batchId: string): Promise<void> {
  const batch = await lockBatch(tx.db, batchId);
  if (!batch) return;
  const counts = await countItems(tx.db, batchId);
  const isDone = counts.waiting + counts.sent === 0;
  await tx.live({ kind: 'batch', id: batchId, userId: batch.requestedBy, counts, state: isDone ? 'done' : 'running' });
  if (!isDone || batch.state === 'done') return;
  await setBatchState(tx.db, batchId, 'done', tx.now());
  const { succeeded, failed } = counts;
  await notify(tx, batchDoneNotice, {
    to: { userId: batch.requestedBy },
    params: { kind: batch.kind, count: succeeded + failed, succeeded, failed },
    path: `/devices/robots?batch=${batchId}`,
  });
}

/** Robots that wait for their turn. */
export const resumeBatches = resumeSchedule({
  name: 'devices.resume-batches',
  expression: '50 * * * * *',
  job: runCommandBatch,
  dataOf: (batchId) => ({ batchId }),
  open: (db) =>
    db
      .selectFrom('command_batch as batch')
      .select(['batch.tenant_id', 'batch.id'])
      .where('batch.state', '=', 'running')
      .where((of) =>
        of.exists(
          of
            .selectFrom('command_batch_item as item')
            .select('item.imei')
            .whereRef('item.tenant_id', '=', 'batch.tenant_id')
            .whereRef('item.batch_id', '=', 'batch.id')
            .where('item.state', '=', 'waiting'),
        ),
      )
      .execute(),
});

const KEPT_MS = 7 * 24 * 3_600_000;

export const purgeBatches = defineSchedule({
  name: 'devices.purge-batches',
  expression: '0 33 4 * * ?',
  missed: 'once',
  run: async (services) => {
    const before = new Date(services.clock.now().getTime() - KEPT_MS);
    await services.database.acrossTenants('batches that were kept long enough', (db) =>
      db.deleteFrom('command_batch').where('created_at', '<=', before).execute(),
    );
  },
});
