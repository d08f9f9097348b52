import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { toColumns, type Values } from '#platform/records/server/record-rows.ts';
import { serveRecords } from '#platform/records/server/serve-records.ts';
import { type Broker, BUILT_IN_BROKER, brokers, OPEN_MOVES, PASSWORD_MASK } from '../contract/brokers.ts';
import { findSealed, keepPassword, restoreSealed } from './broker-secret.ts';
import { faultAt, readAddresses, targetOf, usedUrl } from './broker-target.ts';

type Draft = Pick<Broker, keyof typeof brokers.fields>;

/** Nothing, or the mask, stands for the password that is kept. */
export const isUnchanged = (password: string): boolean => password === '' || password === PASSWORD_MASK;

/** A kept password goes to the broker and the account that it was given for, and to no other. */
export function mustBeSameLogin(
  before: Pick<Draft, 'url' | 'tlsUrl' | 'username'>,
  after: Pick<Draft, 'url' | 'tlsUrl' | 'username'>,
): void {
  const of = (one: typeof before) => `${one.username} ${usedUrl(one)}`;
  if (of(before) !== of(after)) throw faultAt('accountPassword', 'broker.password-again');
}

/** Where robots may be told to connect is decided by who gives the password (security 4.9 and 10.8). */
function decide(draft: Draft, before: Draft | undefined, context: RequestContext): void {
  requireStepUp(context);
  if (before?.builtIn) raise('broker.built-in');
  readAddresses(draft);
  if (!before && draft.accountPassword === PASSWORD_MASK) throw faultAt('accountPassword', 'broker.password-again');
  if (before && before.accountPassword !== '' && isUnchanged(draft.accountPassword)) mustBeSameLogin(before, draft);
}

async function sealPassword(
  tx: Transaction,
  { id, draft, before }: { id: string; draft: Draft; before: Draft | undefined },
  { services }: RequestContext,
) {
  if (isUnchanged(draft.accountPassword)) return { accountPassword: before?.accountPassword ?? '' };
  await keepPassword(services, tx.db, { tenantId: tx.tenantId, brokerId: id, password: draft.accountPassword });
  return { accountPassword: PASSWORD_MASK };
}

/** The list is a view with the built-in broker in it; what people keep is a table. */
const columnsOf = (values: Values) => {
  const { built_in: _, ...columns } = toColumns(brokers as unknown as RecordKind, values);
  return columns;
};

export const served = serveRecords(brokers, {
  inUseBy: [{ table: 'robot', column: 'broker_id', namespace: 'robots', key: 'list.title' }],
  decide,
  // checked at save and again at use (security 12.2)
  beforeSave: async (_tx, { draft }, { services }) => {
    await targetOf(services, draft);
  },
  generate: sealPassword,
  beforeRemove: async (tx, row, context) => {
    requireStepUp(context);
    if (row.id === BUILT_IN_BROKER) raise('broker.built-in');
    const leaving = await tx.db
      .selectFrom('broker_move')
      .select('id')
      .where('from_id', '=', row.id)
      .where('state', 'in', OPEN_MOVES)
      .executeTakeFirst();
    if (leaving) raise('broker.way-back');
  },
  storage: {
    lock: async (tx, id) => {
      await tx.db.selectFrom('mqtt_broker').select('id').where('id', '=', id).forUpdate().execute();
    },
    insert: async (tx, { id, values, made }) => {
      await tx.db
        .insertInto('mqtt_broker')
        .values({
          ...(columnsOf(values) as { name: string; url: string }),
          ...{ id, created_at: new Date(made.createdAt), created_by: made.createdBy },
          updated_at: new Date(made.createdAt),
        })
        .execute();
    },
    update: async (tx, { id, values, version }) => {
      await tx.db
        .updateTable('mqtt_broker')
        .set({ ...columnsOf(values), version, updated_at: tx.now(), updated_by: tx.actor.name })
        .where('id', '=', id)
        .execute();
    },
    remove: async (tx, id) => {
      await tx.db.deleteFrom('mqtt_broker').where('id', '=', id).execute();
    },
  },
  along: {
    keep: async (tx, id) => findSealed(tx.db, id),
    restore: async (tx, id, sealed) => {
      if (typeof sealed === 'string') await restoreSealed(tx.db, id, sealed);
    },
  },
  computed: {
    robotCount: countOf(sql`true`),
    onlineCount: countOf(sql`robot.online`),
  },
  examples: { name: 'Harbour broker', tlsUrl: 'mqtts://mq.example.com:8883', username: 'gateway' },
});

function countOf(condition: ReturnType<typeof sql>) {
  return sql`(select count(*)::integer from robot where robot.tenant_id = ${THIS_TENANT} and ${condition}
    and case when record.built_in then robot.broker_id is null else robot.broker_id = record.id end)`;
}
