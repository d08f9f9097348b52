import * as z from 'zod';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, flag, generated, instant, integer, json, longText, text } from '#platform/records/contract/fields.ts';

/** The row of the installation's own broker, in the list of every tenant. */
export const BUILT_IN_BROKER = '00000000-0000-4000-8000-000000000001';
/** What stands for a password that is kept. */
export const PASSWORD_MASK = '••••••••';

/** Brokers that robots connect to (domain 39 and 467, settled 52): the installation's own, and those that a tenant runs. */
export const brokers = defineRecords({
  name: 'mqtt',
  namespace: 'brokers',
  table: 'mqtt_broker_list',
  calls: domainCalls('/MqttInfo/api', { page: 'list', edit: 'update' }),
  switch: 'status',
  // the installation's own first
  order: { by: 'builtIn', direction: 'desc' },
  // a table of people's files holds no passwords, and is no place for where robots connect to
  without: ['importCheck'],
  fields: {
    name: text(100, { required: true, unique: true, search: true, sort: true }),
    /** `mqtt://host:1883`, without user and password. */
    url: text(300, { search: true }),
    /** `mqtts://host:8883`; where it is given, server and robots use it. */
    tlsUrl: text(300, { search: true }),
    /** The server's own account there. */
    username: text(100),
    /** Answered as a mask; the mask or nothing leaves it as it is. */
    accountPassword: json(z.string().max(300) as z.ZodType<string>, ''),
    status: choice([1, 0], 'on_off', { empty: 1, sort: true }),
    remark: longText(500),
    builtIn: generated(flag(false, { filter: false, sort: false })),
  },
  computed: {
    /** That were told to connect there, or were told nothing. */
    robotCount: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
    onlineCount: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
  },
});
export type Broker = RecordOf<typeof brokers>;

export const MOVE_STATES = ['waiting', 'moving', 'arrived', 'returned', 'refused'] as const;
export type MoveState = (typeof MOVE_STATES)[number];
/** Nobody knows yet where the robot will be. */
export const OPEN_MOVES: readonly MoveState[] = ['waiting', 'moving'];

/** Robots that were told to connect to another broker, with a result each (settled 53). */
export const brokerMoves = defineList({
  name: 'brokerMove',
  namespace: 'broker-moves',
  calls: domainCalls('/MqttInfo/api/move'),
  rightsOf: 'mqtt',
  time: 'createdAt',
  label: 'name',
  fields: {
    name: text(100, { search: true, sort: true }),
    imei: text(40, { search: true }),
    state: choice(MOVE_STATES, 'broker_move_state', { required: true, sort: true }),
    toUrl: text(300),
    reason: text(200, { search: true }),
    requestedByName: text(200, { search: true }),
    createdAt: instant({ required: true, sort: true }),
    movedAt: instant(),
    dueAt: instant(),
    endedAt: instant(),
    turn: integer(0, 10_000, { required: true }),
    batchId: text(40, { filter: true }),
  },
});
