import { robotCommander } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { AddLogDownloadRequest } from '../contract/endpoints.ts';
import { findDownload } from './log-rows.ts';
import { pushDownload } from './push-download.ts';

export function addLogDownload(context: RequestContext, { robotId, from, to }: AddLogDownloadRequest) {
  return context.transaction(async (tx) => {
    const { command, robot } = await askRobot(tx, context, robotId, { from, to });
    const id = newId();
    await tx.db
      .insertInto('log_download')
      .values({
        ...{ id, robot_id: robotId, imei: robot.imei, robot_name: robot.name, command_id: command.id },
        ...{ from_at: new Date(from), to_at: new Date(to), requested_by: context.actor.id },
        ...{ language: context.language, created_at: tx.now() },
      })
      .execute();
    await tx.audit({
      action: 'robot:view-log',
      objectKind: 'log-download',
      objectId: id,
      after: { robotId, from, to },
    });
    await pushDownload(tx, id, context.actor.id);
    return { id, commandId: command.id, isOnline: robot.online };
  });
}

/** Of the span that was asked for; what has become too old meanwhile is refused in words. */
export async function retryLogDownload(context: RequestContext, { id }: { readonly id: string }) {
  return context.transaction(async (tx) => {
    const own = await findDownload(tx.db, id);
    if (!own || own.requested_by !== context.actor.id) raise('log-download.not-found');
    if (own.failure === '') {
      const file = own.export_id
        ? await tx.db.selectFrom('export_job').select('state').where('id', '=', own.export_id).executeTakeFirst()
        : undefined;
      if (own.export_id === null || (file && file.state !== 'failed')) raise('log-download.not-failed');
    }
    const span = { from: own.from_at.toISOString(), to: own.to_at.toISOString() };
    const { command, robot } = await askRobot(tx, context, own.robot_id, span);
    await tx.db
      .updateTable('log_download')
      .set({
        ...{ command_id: command.id, failure: '', export_id: null, parts: 0, parts_received: 0 },
        ...{ failed_at: null, created_at: tx.now() },
      })
      .where('id', '=', id)
      .execute();
    await tx.audit({ action: 'robot:view-log', objectKind: 'log-download', objectId: id, after: { again: true } });
    await pushDownload(tx, id, context.actor.id);
    return { id, commandId: command.id, isOnline: robot.online };
  });
}

async function askRobot(
  tx: Transaction,
  context: RequestContext,
  robotId: string,
  span: { readonly from: string; readonly to: string },
) {
  const robot = isUuid(robotId)
    ? await tx.db.selectFrom('robot').select(['imei', 'name', 'online']).where('id', '=', robotId).executeTakeFirst()
    : undefined;
  if (!robot) raise('robot.not-found');
  const command = await robotCommander.send(tx, context, robotId, { cmd: 'uploadLog', args: span, reason: '' });
  return { robot, command };
}
