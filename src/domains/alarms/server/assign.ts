import { type SqlBool, sql } from 'kysely';
import { can } from '#platform/context/rules/can.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import { sightOf } from '#platform/records/server/record-query.ts';
import { notify } from '#system/notices/server/index.ts';
import { findPerson } from '#system/session/server/index.ts';
import { alarmPage } from '../contract/addresses.ts';
import { alarms } from '../contract/alarms.ts';
import type { AssignRequest } from '../contract/endpoints.ts';
import { assignedNotice } from '../contract/notices.ts';
import { type AlarmRow, addStep, assignedKey, settleAssigned } from './alarm-store.ts';
import { ALARM_WORDS } from './alarm-words.ts';
import { alarmList, changeAlarms } from './answers.ts';

/** A colleague learns it by a notice; somebody without an account is a name alone, and an empty one is nobody. */
export async function assign(context: RequestContext, request: AssignRequest): Promise<{ changed: number }> {
  const person = request.userId === undefined ? undefined : await colleague(context, request.userId);
  const assignedTo = person?.name ?? request.assignedTo ?? '';
  return changeAlarms(context, [request.id], async (tx, alarm) => {
    if (person) await mustSee(tx, person, alarm);
    await tx.db
      .updateTable('alarm')
      .set({ assigned_to: assignedTo, assigned_user_id: person?.id ?? null })
      .where('id', '=', alarm.id)
      .execute();
    await addStep(tx, alarm.id, 'assigned', { to: assignedTo });
    if (person?.id === alarm.assigned_user_id) return { assignedTo };
    await settleAssigned(tx, [alarm.id]);
    if (person) await notifyColleague(tx, person, alarm);
    return { assignedTo };
  });
}

async function colleague(context: RequestContext, userId: string): Promise<Actor> {
  if (userId === context.actor.id) return context.actor;
  const person = isUuid(userId) ? await findPerson(context.services, userId, context.tenantId) : undefined;
  return person ?? raiseAt('userId', 'alarm.not-a-colleague');
}

/** Whoever is to look after an alarm must be able to open it. */
async function mustSee(tx: Transaction, person: Actor, { id }: AlarmRow): Promise<void> {
  const seen =
    can(person, alarms.permission('view')) &&
    (await tx.db
      .selectFrom('alarm as record')
      .select('id')
      .where('id', '=', id)
      .where(sightOf(alarmList.served, person) ?? sql<SqlBool>`true`)
      .executeTakeFirst());
  if (!seen) raiseAt('userId', 'alarm.colleague-does-not-see');
}

/** Whoever takes it himself knows. */
async function notifyColleague(tx: Transaction, person: Actor, alarm: AlarmRow): Promise<void> {
  if (person.id === tx.actor.id) return;
  await notify(tx, assignedNotice, {
    to: { userId: person.id },
    params: {
      ...{ name: alarm.device_name, by: tx.actor.name },
      alarm: ALARM_WORDS['en-US'](alarm.type, alarm.value),
      alarmZh: ALARM_WORDS['zh-CN'](alarm.type, alarm.value_zh),
    },
    path: alarmPage(alarm.id),
    key: assignedKey(alarm.id),
  });
}
