import * as z from 'zod';
import { CabinetFault } from '../cabinets/cabinet-faults.ts';
import type { Cabinet } from '../cabinets/start-cabinet.ts';
import type { Places } from '../configuration.ts';
import { RENTER_HABITS } from '../customers/renter-memory.ts';
import type { Customers } from '../customers/start-customers.ts';
import type { Renters } from '../customers/start-renters.ts';
import { ChannelFault } from '../outbox/channel-faults.ts';
import type { MessageProviders } from '../outbox/message-providers.ts';
import { MessageAccount } from '../outbox/message-reports.ts';
import { type Outbox, OutboxQuery } from '../outbox/outbox.ts';
import { DISPUTE_KINDS } from '../payment-provider/payment-objects.ts';
import { ProviderFault } from '../payment-provider/provider-faults.ts';
import type { PaymentProvider } from '../payment-provider/start-payment-provider.ts';
import { RobotFault } from '../robots/robot-faults.ts';
import type { Robot } from '../robots/robot-view.ts';
import type { Terminal } from '../terminals/start-terminal.ts';
import { TerminalFault } from '../terminals/terminal-faults.ts';
import type { WorldClock } from '../world/clock.ts';

export interface ControlledWorld {
  provider: PaymentProvider;
  robots: ReadonlyMap<string, Robot>;
  cabinets: ReadonlyMap<string, Cabinet>;
  terminals: ReadonlyMap<string, Terminal>;
  customers: Customers;
  renters: Renters;
  outbox: Outbox;
  messages: MessageProviders;
  clock: WorldClock;
  setting: Setting;
}

/** What the page knows of the product around it. */
export interface Setting {
  readonly consoleUrl: string | undefined;
  readonly places: Places;
  /** Spot by IMEI. */
  readonly spotOf: ReadonlyMap<string, string>;
  /** Spots with cabinets. */
  readonly lendingSpots: ReadonlySet<string>;
}

export class UnknownThing extends Error {}

export interface ControlCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: RegExp;
  summary: string;
  /** `given`: the body, or the query of a GET. */
  perform(world: ControlledWorld, given: unknown, name: string): unknown;
}

const call = (
  method: ControlCall['method'],
  path: string,
  summary: string,
  perform: ControlCall['perform'],
): ControlCall => ({
  method,
  path: new RegExp(`^${path.replace(':name', '([A-Za-z0-9_-]{1,80})')}$`),
  summary,
  perform,
});

const robotOf = (world: ControlledWorld, imei: string): Robot => {
  const robot = world.robots.get(imei);
  if (!robot) throw new UnknownThing(`no robot ${imei}`);
  return robot;
};

const cabinetOf = (world: ControlledWorld, imei: string): Cabinet => {
  const cabinet = world.cabinets.get(imei);
  if (!cabinet) throw new UnknownThing(`no cabinet ${imei}`);
  return cabinet;
};

const terminalOf = (world: ControlledWorld, imei: string): Terminal => {
  const terminal = world.terminals.get(imei);
  if (!terminal) throw new UnknownThing(`no terminal ${imei}`);
  return terminal;
};
const PutBack = z.strictObject({
  serial: z.string().min(1).max(40),
  slot: z.int().min(1).max(60).optional(),
  soc: z.int().min(0).max(100).optional(),
});

/** Of the messages, on the page of everything. */
const LAST_SHOWN = 4;

const RentNow = z.strictObject({
  tenantId: z.string().optional(),
  spotId: z.string().optional(),
  habit: z.enum(RENTER_HABITS).optional(),
  minutes: z.number().min(0).max(100_000).optional(),
  paymentMethod: z.string().optional(),
  wait: z.boolean().default(false),
});
const Purchase = z.strictObject({
  tenantId: z.string().optional(),
  spotId: z.string().optional(),
  deviceImei: z.string().optional(),
  paymentMethod: z.string().optional(),
  /** Answer only when the customer has left. */
  wait: z.boolean().default(false),
});
const Account = z.strictObject({
  secretKey: z.string().min(8),
  webhookUrl: z.url().optional(),
  webhookSecret: z.string().optional(),
});
const Take = z.strictObject({ orderNo: z.string() });
/** 0.5: half as many customers. */
const Pace = z.strictObject({ factor: z.number().min(0.1).max(4) });
const Clock = z.strictObject({ now: z.iso.datetime({ offset: true }) });
const Answer = z.strictObject({ pass: z.boolean() });
const Dispute = z.strictObject({
  kind: z.enum(DISPUTE_KINDS).default('chargeback'),
  reason: z
    .string()
    .regex(/^[a-z_]{1,60}$/)
    .default('product_not_received'),
  paymentIntentId: z.string().optional(),
  amountMinor: z.int().min(1).optional(),
});
const Decision = z.strictObject({ won: z.boolean() });

/** Everything that the page can do, as JSON over HTTP. */
export const CONTROL_CALLS: readonly ControlCall[] = [
  call('GET', '/state', 'Robots, provider and customers as they are now', (world) => ({
    now: world.clock.now().toISOString(),
    consoleUrl: world.setting.consoleUrl ?? null,
    places: world.setting.places,
    robots: [...world.robots.values()].map((robot) => ({
      ...robot.view(),
      spotId: world.setting.spotOf.get(robot.imei) ?? null,
    })),
    provider: {
      url: world.provider.url,
      faults: world.provider.faults.list(),
      webhooksWaiting: world.provider.webhooksWaiting(),
      balances: world.provider.ledger().balances,
    },
    customers: world.customers.view(),
    renters: world.renters.view(),
    lendingSpots: [...world.setting.lendingSpots],
    messages: { sent: world.outbox.list().length, last: world.outbox.list().slice(0, LAST_SHOWN) },
  })),
  call(
    'POST',
    '/robots/:name/faults',
    'Something goes wrong (or right) with a robot: {kind, …}',
    (world, body, imei) => {
      const robot = robotOf(world, imei);
      robot.fault(RobotFault.parse(body));
      return robot.view();
    },
  ),
  call('POST', '/robots/:name/take', 'A customer takes an order out of its outlet: {orderNo}', (world, body, imei) => {
    const robot = robotOf(world, imei);
    robot.take(Take.parse(body).orderNo);
    return robot.view();
  }),
  call('GET', '/cabinets', 'Cabinets with what lies in their slots', (world) =>
    [...world.cabinets.values()].map((cabinet) => cabinet.view()),
  ),
  call(
    'POST',
    '/cabinets/:name/faults',
    'Something goes wrong (or right) with a cabinet: {kind, …}',
    (world, body, imei) => {
      const cabinet = cabinetOf(world, imei);
      cabinet.fault(CabinetFault.parse(body));
      return cabinet.view();
    },
  ),
  call(
    'POST',
    '/cabinets/:name/return',
    'A customer puts a unit back: {serial, slot?, soc?}; the first free slot without one',
    (world, body, imei) => {
      const cabinet = cabinetOf(world, imei);
      cabinet.putBack(PutBack.parse(body));
      return cabinet.view();
    },
  ),
  call('GET', '/terminals', 'Payment terminals with what they ask a card for', (world) =>
    [...world.terminals.values()].map((terminal) => terminal.view()),
  ),
  call(
    'POST',
    '/terminals/:name/faults',
    'Something goes wrong (or right) with a terminal: {kind, …}',
    (world, body, imei) => {
      const terminal = terminalOf(world, imei);
      terminal.fault(TerminalFault.parse(body));
      return terminal.view();
    },
  ),
  call(
    'POST',
    '/provider/faults',
    'Something goes wrong at the provider: {kind, times?, account?, …}',
    (world, body) => {
      world.provider.faults.add(ProviderFault.parse(body));
      return world.provider.faults.list();
    },
  ),
  call('DELETE', '/provider/faults', 'Faults that still wait are forgotten', (world) => {
    world.provider.faults.clear();
    return [];
  }),
  call('POST', '/provider/accounts', 'Opens an account: {secretKey, webhookUrl?, webhookSecret?}', (world, body) => ({
    account: world.provider.addAccount(Account.parse(body)),
  })),
  call('GET', '/provider/ledger', 'Movements of money and sums, as the provider sees them', (world) =>
    world.provider.ledger(),
  ),
  call(
    'POST',
    '/provider/payments/:name/secondStep',
    "The customer's answer on the bank's page: {pass}",
    (world, body, id) => {
      world.provider.answerSecondStep(id, Answer.parse(body).pass);
      return null;
    },
  ),
  call('POST', '/provider/payments/:name/lapse', 'A hold lapses', (world, _body, id) => {
    world.provider.lapseHold(id);
    return null;
  }),
  call(
    'POST',
    '/provider/disputes',
    "A customer's bank disputes a payment: {kind, reason?, paymentIntentId?, amountMinor?}; the newest unless one is named",
    (world, body) => world.provider.openDispute(Dispute.parse(body)),
  ),
  call('POST', '/provider/disputes/:name/answer', 'The shop sends evidence', (world, _body, id) =>
    world.provider.answerDispute(id),
  ),
  call('POST', '/provider/disputes/:name/decide', 'The bank decides: {won}', (world, body, id) =>
    world.provider.decideDispute(id, Decision.parse(body).won),
  ),
  call('POST', '/customers/start', 'Customers come by themselves', (world) => {
    world.customers.start();
    world.renters.start();
    return world.customers.view();
  }),
  call('POST', '/customers/pace', 'How many come, against a usual day: {factor} from 0.1 to 4', (world, body) => {
    const { factor } = Pace.parse(body);
    world.customers.setPace(factor);
    world.renters.setPace(factor);
    return world.customers.view();
  }),
  call('POST', '/customers/stop', 'Nobody new comes in', (world) => {
    world.customers.pause();
    world.renters.pause();
    return world.customers.view();
  }),
  call(
    'POST',
    '/customers/buyNow',
    'One customer: {tenantId?, spotId?, deviceImei?, paymentMethod?, wait?}',
    async (world, body) => {
      const { wait, ...request } = Purchase.parse(body ?? {});
      const asked = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
      const visit = world.customers.buyNow(asked);
      if (wait) return visit;
      visit.catch(() => {});
      return world.customers.view();
    },
  ),
  call(
    'POST',
    '/renters/rentNow',
    'One customer rents a power bank: {tenantId?, spotId?, habit?, minutes?, paymentMethod?, wait?}',
    async (world, body) => {
      const { wait, ...request } = RentNow.parse(body ?? {});
      const asked = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
      const rented = world.renters.rentNow(asked);
      if (wait) return rented;
      rented.catch(() => {});
      return world.renters.view();
    },
  ),
  call('POST', '/renters/bringBack', 'Who has had a power bank for longest brings it back', (world) => ({
    brought: world.renters.bringBack(),
  })),
  call('GET', '/outbox', 'Messages that were sent, newest first: ?channel=&to=&after=', (world, query) =>
    world.outbox.list(OutboxQuery.parse(query)),
  ),
  call('GET', '/channels/faults', 'What waits to go wrong with messages', (world) => world.messages.faults.list()),
  call(
    'POST',
    '/channels/faults',
    'Something goes wrong with messages: {channel, kind, times?, seconds?}',
    (world, body) => {
      world.messages.faults.add(ChannelFault.parse(body));
      return world.messages.faults.list();
    },
  ),
  call('DELETE', '/channels/faults', 'What waits to go wrong with messages is forgotten', (world) => {
    world.messages.faults.clear();
    return [];
  }),
  call('POST', '/channels/accounts', 'Who sends messages here: {channel, id, reportUrl?, secret?}', (world, body) => {
    world.messages.reports.addAccount(MessageAccount.parse(body));
    return null;
  }),
  call('PUT', '/clock', 'The clock of robots and provider ticks on from {now}', (world, body) => {
    world.clock.set(new Date(Clock.parse(body).now));
    return { now: world.clock.now().toISOString() };
  }),
];
