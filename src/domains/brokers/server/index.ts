import { sql } from 'kysely';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { serveList, sliceOf } from '#platform/records/server/serve-records.ts';
import { BROKER_LIST, BROKER_MOVES } from '../contract/addresses.ts';
import { brokerMoves, brokers } from '../contract/brokers.ts';
import { brokerEndpoints, brokerProblems, moveEndpoints } from '../contract/endpoints.ts';
import { renewBrokerSecrets } from './broker-secret.ts';
import { readStates } from './broker-state.ts';
import { changeProtocolUrl } from './move-robots.ts';
import { served } from './serve-brokers.ts';
import { openBrokerService } from './serve-further.ts';
import { tryBroker } from './try-broker.ts';

export { moveRobot, statesOfMoves, targetBroker } from './move-robots.ts';

/** Of robots at the spots that a person sees (security 5.3). */
const moves = serveList(brokerMoves, {
  visible: {
    condition: ({ isRoot, spotIds }) =>
      isRoot || spotIds === null
        ? undefined
        : sql<boolean>`exists (select from robot where robot.tenant_id = ${THIS_TENANT} and robot.id = record.robot_id
            and robot.spot_id = any(${[...spotIds]}::uuid[]))`,
  },
});

export const brokerSlice: ServerSlice = sliceOf(
  {
    name: 'brokers',
    about:
      'Brokers that robots connect to, whether the server is there too, and robots that are moved from one to another.',
    problems: brokerProblems,
    routes: [
      route(brokerEndpoints.state, readStates),
      route(brokerEndpoints.test, tryBroker),
      ...Object.values(moveEndpoints).map((endpoint) => route(endpoint, changeProtocolUrl)),
    ],
    renewSecrets: renewBrokerSecrets,
    menu: [
      { page: 'devices/mqtt', kind: brokers, under: 'devices', path: BROKER_LIST, icon: 'plug', sort: 41 },
      {
        page: 'devices/mqtt-changes',
        kind: brokerMoves,
        under: 'devices',
        path: BROKER_MOVES,
        icon: 'refresh',
        sort: 42,
        hidden: true,
      },
    ],
    start: async (services) => openBrokerService(services).stop,
  },
  served,
  moves,
);
