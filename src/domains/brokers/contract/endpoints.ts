import * as z from 'zod';
import { atEachBase } from '#domains/robots/contract/calls.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Imei, Text } from '#platform/http/contract/fields.ts';
import { brokers, MOVE_STATES } from './brokers.ts';

export const BrokerState = z.strictObject({
  id: z.string(),
  /** The server is connected to it, or is it. */
  isUp: z.boolean(),
  messagesPerSecond: z.number(),
  /** As the broker says; of the installation's own, the robots of the tenant that are online. */
  clients: z.int().nullable(),
  /** Why the server does not connect to it. */
  problem: z.string().nullable(),
});
export type BrokerState = z.infer<typeof BrokerState>;

export const TestBrokerRequest = z.strictObject({
  /** Of a broker that is kept: its password is used where none is given, for its own address and account alone. */
  id: Id.optional(),
  url: Text(300).optional(),
  tlsUrl: Text(300).optional(),
  username: Text(100).optional(),
  password: Text(300).optional(),
});
export type TestBrokerRequest = z.infer<typeof TestBrokerRequest>;

export const ChangeProtocolUrlRequest = z.strictObject({
  imeis: z.array(Imei).min(1).max(500),
  /** One of the list; the built-in one has a row too. */
  brokerId: Id,
  reason: Text(200, 1),
});
export type ChangeProtocolUrlRequest = z.infer<typeof ChangeProtocolUrlRequest>;

const MoveResult = z.strictObject({
  imei: z.string(),
  name: z.string(),
  state: z.enum(MOVE_STATES),
  /** Why it was refused. */
  code: z.string().nullable(),
  message: z.string().nullable(),
});
export type MoveResult = z.infer<typeof MoveResult>;

const edit = { method: 'POST', permission: brokers.permission('edit') } as const;

/** The same call at each base of robots (settled 2). */
export const moveEndpoints = atEachBase('change', (base) =>
  endpoint({
    ...edit,
    path: `${base}/changeProtocolurl`,
    request: ChangeProtocolUrlRequest,
    response: z.strictObject({ batchId: z.string(), results: z.array(MoveResult) }),
    summary:
      'Move robots to another broker of the list: one first, the others when it has arrived; who is silent for ten minutes goes back',
  }),
);

export const brokerEndpoints = {
  state: endpoint({
    method: 'GET',
    permission: brokers.permission('view'),
    path: '/MqttInfo/api/state',
    request: z.strictObject({}),
    response: z.strictObject({ list: z.array(BrokerState) }),
    summary: 'Which brokers the server is connected to now, with clients and messages per second',
  }),
  test: endpoint({
    ...edit,
    alsoMethods: [],
    path: '/MqttInfo/api/test',
    effect: 'read',
    request: TestBrokerRequest,
    response: z.strictObject({ isEncrypted: z.boolean(), tookMs: z.int() }),
    summary: 'Connect to a broker with what stands in the form, and leave again',
  }),
  ...moveEndpoints,
};

export const brokerProblems = {
  'broker.address-form': 422,
  'broker.address-needed': 422,
  'broker.tls-needed': 422,
  'broker.not-public': 422,
  'broker.unknown-host': 422,
  'broker.unreachable': 422,
  'broker.wrong-password': 422,
  'broker.certificate': 422,
  'broker.no-rights': 422,
  'broker.name-taken': 422,
  'broker.timeout': 422,
  'broker.password-again': 422,
  'broker.built-in': 409,
  'broker.off': 409,
  'broker.not-connected': 409,
  'broker.not-in-list': 422,
  'broker.already-there': 409,
  'broker.moving': 409,
  'broker.way-back': 409,
} as const;
