import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { furtherBrokersOf, NOT_HERE } from '#platform/device-gateway/server/many-brokers.ts';
import { wordsOf } from '#platform/problems/server/words-of-problem.ts';
import { BUILT_IN_BROKER } from '../contract/brokers.ts';
import type { BrokerState } from '../contract/endpoints.ts';
import { brokerServiceOf } from './serve-further.ts';

/** What the gateway of this server measures, and what other brokers say of themselves. */
export async function readStates(context: RequestContext): Promise<{ list: BrokerState[] }> {
  const { services, tenantId, language } = context;
  const further = furtherBrokersOf(services.broker);
  const { ids, online } = await context.read(async (db) => ({
    ids: await db.selectFrom('mqtt_broker').select(['id', 'status']).execute(),
    online: await onlineHere(db),
  }));
  const { failure: _, ...builtIn } = further?.figures(tenantId) ?? { ...NOT_HERE, isUp: services.broker.isUp };
  return {
    list: [
      { ...builtIn, id: BUILT_IN_BROKER, clients: online, problem: null },
      ...ids.map(({ id, status }) => {
        const { failure, ...figures } = further?.figures(tenantId, id) ?? NOT_HERE;
        const known = brokerServiceOf(services)?.problemOf(id) ?? (failure && `broker.${failure}`);
        const code = status === 1 && !figures.isUp ? known : null;
        return { ...figures, id, problem: code === null ? null : wordsOf(code, {}, language) };
      }),
    ],
  };
}

/** Devices that are at the built-in broker: robots alone can be sent to others. */
async function onlineHere(db: TenantDb): Promise<number> {
  const here = (table: 'robot' | 'cabinet' | 'pos_terminal') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('online', '=', true);
  const counts = [here('robot').where('robot.broker_id', 'is', null), here('cabinet'), here('pos_terminal')];
  let sum = 0;
  for (const each of counts) sum += Number((await each.executeTakeFirstOrThrow()).count);
  return sum;
}
