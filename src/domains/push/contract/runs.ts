import * as z from 'zod';
import { customers } from '#domains/customers/contract/customers.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { CodeField, Done, Id, IntField, Text } from '#platform/http/contract/fields.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { choice, instant, integer, text } from '#platform/records/contract/fields.ts';
import { JUMP_TYPES } from '#system/tenants/contract/carousel.ts';
import { SEND_PERMISSION } from './endpoints.ts';

/** By which customers are reached; the bell of the console is for those who work here. */
export const CUSTOMER_CHANNELS = ['email', 'sms', 'wechat', 'push', 'api'] as const;
export type CustomerChannel = (typeof CUSTOMER_CHANNELS)[number];

/** `waiting`: for a second person, where the tenant wants that (settled 119). */
export const RUN_STATES = ['waiting', 'declined', 'running', 'stopped', 'done'] as const;
export const AUDIENCES = ['chosen', 'all'] as const;

/** What people wrote to customers by hand, and how far it is (practice 14). */
export const pushRuns = defineList({
  name: 'pushRun',
  namespace: 'push-runs',
  rightsOf: 'push',
  calls: domainCalls('/MsgPush/api', { page: 'runPage', one: 'runOne', export: 'runExport' }),
  time: 'requestedAt',
  label: 'title',
  fields: {
    title: text(200, { search: true, sort: true }),
    audience: choice(AUDIENCES, 'push_audience', { required: true }),
    channel: choice(CUSTOMER_CHANNELS, 'message_channel', { required: true }),
    state: choice(RUN_STATES, 'push_run_state', { required: true }),
    total: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
    sent: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
    skipped: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
    stopped: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
    body: text(4_000, { search: true }),
    image: text(500),
    url: text(500),
    jumpType: choice(JUMP_TYPES, 'jump_type', { required: true }),
    jumpTarget: text(500),
    requestedByName: text(100, { search: true }),
    requestedAt: instant({ required: true, sort: true }),
    dueAt: instant(),
    endedAt: instant(),
    /** The second person. */
    answeredByName: text(100),
    answeredAt: instant(),
  },
  computed: {
    /** Of those sent: whose messages have not left, because of quiet hours, limits or the queue. */
    unsent: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
  },
});
export type PushRun = ListedOf<typeof pushRuns>;

const Address = z
  .string()
  .max(500)
  .regex(/^https:\/\/\S+$/, 'fault.format');

/** Title, body and the address of an image are never empty (domain 5). */
const message = {
  channel: z.enum(CUSTOMER_CHANNELS),
  title: Text(100, 1).refine((value) => !/\p{Cc}/u.test(value), { message: 'fault.format' }),
  body: Text(600, 1),
  image: Address,
  url: z.union([Address, z.literal('')]).default(''),
  jumpType: CodeField(Object.fromEntries(JUMP_TYPES.map((one) => [String(one), one]))).default(0),
  jumpTarget: Text(500).default(''),
};

export const MOST_CHOSEN = 200;

export const PushRequest = z.strictObject({ ...message, customerIds: z.array(Id).min(1).max(MOST_CHOSEN) });
export type PushRequest = z.output<typeof PushRequest>;
export const PushToAllRequest = z.strictObject({
  ...message,
  /** How many the sender was told; another number means that he decided about others. */
  expected: IntField(1, 100_000_000),
});
export type PushToAllRequest = z.output<typeof PushToAllRequest>;

export const DeclineRunRequest = z.strictObject({ id: Id, reason: Text(200, 1) });
export type DeclineRunRequest = z.output<typeof DeclineRunRequest>;

const Started = z.strictObject({ id: z.string(), sent: z.int(), skipped: z.int(), dueAt: z.string().nullable() });

const send = { method: 'POST', permission: SEND_PERMISSION } as const;

export const pushRunEndpoints = {
  push: endpoint({
    ...send,
    path: '/MsgPush/api/pushMsg',
    request: PushRequest,
    response: Started,
    summary: 'Write to chosen customers who agreed to offers; in quiet hours it leaves in the morning',
  }),
  pushToAll: endpoint({
    ...send,
    path: '/MsgPush/api/pushMsg_for_all',
    request: PushToAllRequest,
    response: z.strictObject({
      ...{ id: z.string(), total: z.int(), dueAt: z.string().nullable() },
      /** For a second person, who approves or declines it. */
      isWaiting: z.boolean(),
    }),
    summary: 'Write to all customers who agreed to offers: a job that tells how far it is and can be stopped',
  }),
  countForAll: endpoint({
    method: 'GET',
    path: '/MsgPush/api/countForAll',
    permission: SEND_PERMISSION,
    effect: 'read',
    request: z.strictObject({ channel: z.enum(CUSTOMER_CHANNELS) }),
    response: z.strictObject({
      /** Who would get it. */
      count: z.int(),
      /** Customers who did not agree, or whose address is not known. */
      others: z.int(),
      dueAt: z.string().nullable(),
    }),
    summary: 'How many customers a message to all would go to, and when',
  }),
  approve: endpoint({
    ...send,
    path: '/MsgPush/api/approveRun',
    request: z.strictObject({ id: Id }),
    response: z.strictObject({ total: z.int(), dueAt: z.string().nullable() }),
    summary: 'Approve a message to all customers that somebody else wrote: it leaves now',
  }),
  decline: endpoint({
    ...send,
    path: '/MsgPush/api/declineRun',
    request: DeclineRunRequest,
    response: Done,
    summary: 'Decline a message to all customers that somebody else wrote, with a reason for them',
  }),
  stop: endpoint({
    ...send,
    path: '/MsgPush/api/stopRun',
    request: z.strictObject({ id: Id }),
    response: Done,
    summary: 'Stop a message to customers while any of it waits; what has left cannot be fetched back',
  }),
};

/** The dictionary that finds customers by name. */
export const CUSTOMER_CHOICES = customers.dictionary;
