import { type SqlBool, sql } from 'kysely';
import { lookAtPayment } from '#domains/payments/server/index.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { subscribe } from '#platform/events/server/subscribe.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { POS_LIST } from '../contract/addresses.ts';
import { posEndpoints } from '../contract/endpoints.ts';
import { posEvents } from '../contract/events.ts';
import { pos } from '../contract/pos.ts';
import { posProblems } from '../contract/problems.ts';
import { addTerminal, bindTerminal, registerTerminal, renewCredential, unbindTerminal } from './pos-calls.ts';

export { posDriver } from './pos-driver.ts';
export { readerOfRobot } from './reader-of-robot.ts';

/** Quicker than the provider's own word, and worth no more than that. */
const onPaymentReported = subscribe(posEvents.paymentReported, 'pos.look-at-payment', (tx, { orderNo }) =>
  lookAtPayment(tx, orderNo),
);

const terminals = serveRecords(pos, {
  computed: {
    online: sql`record.online`,
    lastHeardAt: sql`record.last_heard_at`,
    firmware: sql`record.firmware`,
    network: sql`record.network`,
  },
  // those of robots at chosen spots; what stands nowhere is seen by who sees all
  visible: {
    condition: ({ isRoot, spotIds }) =>
      isRoot || spotIds === null
        ? undefined
        : sql<SqlBool>`record.robot_id in (select robot.id from robot where robot.tenant_id = ${THIS_TENANT}
                         and robot.spot_id = any(${[...spotIds]}::uuid[]))`,
    sees: ({ isRoot, spotIds }, { robotId }) => isRoot || spotIds === null || robotId !== null,
    spotOf: () => null,
  },
  beforeRemove: async (_tx, { robotId }) => {
    if (robotId !== null) raise('pos.bound');
  },
});

const { served } = terminals;
/** The addition is more than a row. */
const routes = terminals.routes.map((one) =>
  one.endpoint.path === pos.endpoints.add.path ? route(pos.endpoints.add, addTerminal(served) as never) : one,
);

export const posSlice: ServerSlice = sliceOf(
  {
    name: 'pos',
    about: 'Payment terminals: registered at the payment provider, bound to robots, heard over MQTT.',
    problems: posProblems,
    subscriptions: [onPaymentReported],
    routes: [
      route(posEndpoints.bind, bindTerminal(served)),
      route(posEndpoints.unbind, unbindTerminal(served)),
      route(posEndpoints.register, registerTerminal(served)),
      route(posEndpoints.credential, renewCredential(served)),
    ],
    menu: [{ page: 'pos/list', kind: pos, under: 'devices', path: POS_LIST, icon: 'payment', sort: 37 }],
  },
  { ...terminals, routes },
);
