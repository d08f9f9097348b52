import { type Cabinet, startCabinet } from './cabinets/start-cabinet.ts';
import { SimulatorConfig, type SimulatorConfigInput } from './configuration.ts';
import { type ControlServer, startControl } from './control/start-control.ts';
import { type Customers, startCustomers } from './customers/start-customers.ts';
import { type Renters, startRenters } from './customers/start-renters.ts';
import { createMessageProviders, type MessageProviders } from './outbox/message-providers.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import { type MailServer, startMailServer } from './outbox/start-mail-server.ts';
import type { ProviderFaultRates } from './payment-provider/provider-faults.ts';
import { type PaymentProvider, startPaymentProvider } from './payment-provider/start-payment-provider.ts';
import type { RobotFaultRates } from './robots/robot-faults.ts';
import type { Robot } from './robots/robot-view.ts';
import { startRobot } from './robots/start-robot.ts';
import { startStaff } from './staff/start-staff.ts';
import { startTerminal, type Terminal } from './terminals/start-terminal.ts';
import { createWorldClock, type WorldClock } from './world/clock.ts';

export interface Simulator {
  readonly provider: PaymentProvider;
  readonly robots: ReadonlyMap<string, Robot>;
  readonly cabinets: ReadonlyMap<string, Cabinet>;
  readonly terminals: ReadonlyMap<string, Terminal>;
  readonly customers: Customers;
  readonly renters: Renters;
  readonly control: ControlServer;
  readonly outbox: Outbox;
  readonly messages: MessageProviders;
  readonly mailPort: number;
  readonly clock: WorldClock;
  stop(): Promise<void>;
}

/** A plausible day: most drinks succeed, now and then something does not. */
const DEMO_ROBOT_RATES: RobotFaultRates = {
  failDrink: 0.008,
  leaveDrink: 0.02,
  dropConnectionsPerDay: 6,
  powerCutsPerDay: 1,
};
const DEMO_PROVIDER_RATES: ProviderFaultRates = {
  webhookLate: 0.01,
  webhookTwice: 0.02,
  webhookOutOfOrder: 0.02,
  pendingRefund: 0.2,
  failRefund: 0.03,
};

/** Everything that the product meets in the world: robots, customers, a payment provider, phones and mailboxes, with one page to annoy them. */
export async function startSimulator(input: SimulatorConfigInput): Promise<Simulator> {
  const config = SimulatorConfig.parse(input);
  const clock = createWorldClock();
  const isDemo = config.chance === 'demo';
  const dataDir = config.dataDir === undefined ? {} : { dataDir: config.dataDir };

  const provider = await startPaymentProvider({
    port: config.ports.provider,
    accounts: config.accounts,
    seed: config.seed,
    clock,
    faultRates: isDemo ? DEMO_PROVIDER_RATES : {},
    ...dataDir,
  });
  const robots = new Map<string, Robot>();
  for (const robot of config.robots) {
    robots.set(
      robot.imei,
      startRobot({
        ...robot,
        ...(isDemo ? {} : { drift: undefined }),
        ...dataDir,
        mqttUrl: config.mqttUrl,
        seed: config.seed,
        clock,
        speed: config.speed,
        serviced: isDemo && robot.waitsForRefill !== true,
        faultRates: { ...(isDemo ? DEMO_ROBOT_RATES : {}), ...config.faultRates },
        ...(config.takenAfterSeconds === undefined ? {} : { takenAfterSeconds: config.takenAfterSeconds }),
      }),
    );
  }
  const cabinets = new Map<string, Cabinet>();
  for (const cabinet of config.cabinets)
    cabinets.set(
      cabinet.imei,
      startCabinet({ ...cabinet, ...dataDir, mqttUrl: config.mqttUrl, seed: config.seed, clock }),
    );
  const terminals = new Map<string, Terminal>();
  for (const terminal of config.terminals)
    terminals.set(
      terminal.imei,
      startTerminal({
        ...terminal,
        ...{ mqttUrl: config.mqttUrl, provider, seed: config.seed, haste: config.haste, clock },
      }),
    );
  const terminalOf = new Map(
    config.terminals.flatMap(({ imei, robotImei }) => {
      const terminal = terminals.get(imei);
      return terminal && robotImei !== undefined ? [[robotImei, terminal] as const] : [];
    }),
  );
  const robotsAt = (spotId: string): Robot[] =>
    config.robots.filter((robot) => robot.spotId === spotId).map(({ imei }) => robots.get(imei)!);
  const dayAndNight = new Set(
    config.storefrontKeys.filter(({ rhythm }) => rhythm === 'dayAndNight').map(({ spotId }) => spotId),
  );
  const labels = new Map(config.robots.map(({ imei, label }) => [imei, label]));
  const staff = startStaff(isDemo ? [...dayAndNight].map(robotsAt) : []);
  const customers = startCustomers({
    serverUrl: config.serverUrl,
    keys: config.storefrontKeys,
    seed: config.seed,
    haste: config.haste,
    // nothing by chance: nobody finds a coupon that nobody asked for
    ...(isDemo ? {} : { habits: { looksForCoupon: 0, asksAtMachine: 0 } }),
    posters: config.posters,
    labelOf: (imei) => labels.get(imei),
    takesCards: (imei) => terminalOf.get(imei)?.view().takesCards === true,
    clock,
    machinesAt: (spotId) =>
      robotsAt(spotId)
        .map((robot) => robot.view())
        .filter(({ powered, online, mode }) => powered && online && mode === 'normal')
        .map(({ imei }) => imei),
  });
  const renters = startRenters({
    ...{ serverUrl: config.serverUrl, keys: config.storefrontKeys, seed: config.seed, haste: config.haste, clock },
    ...dataDir,
    cabinets: config.cabinets.flatMap(({ imei, tenantId, spotId }) => {
      const cabinet = cabinets.get(imei);
      return cabinet && spotId !== undefined ? [{ cabinet, imei, tenantId, spotId }] : [];
    }),
  });
  const outbox = createOutbox(clock);
  const messages = createMessageProviders(outbox, clock);
  for (const account of config.messageAccounts) messages.reports.addAccount(account);
  const listening: { stop(): Promise<void> }[] = [];
  const setting = {
    consoleUrl: config.consoleUrl,
    places: config.places,
    lendingSpots: new Set(config.cabinets.flatMap(({ spotId }) => (spotId === undefined ? [] : [spotId]))),
    spotOf: new Map(config.robots.flatMap(({ imei, spotId }) => (spotId === undefined ? [] : [[imei, spotId]]))),
  };
  const world = { provider, robots, cabinets, terminals, customers, renters, outbox, messages, clock };
  let mail: MailServer;
  let control: ControlServer;
  try {
    mail = await startMailServer(config.ports.mail, messages);
    listening.push(mail);
    control = await startControl({ port: config.ports.control, ...world, setting });
  } catch (error) {
    // A port that is taken must not leave the others running behind an error.
    staff.stop();
    const running = [
      provider,
      customers,
      renters,
      ...robots.values(),
      ...cabinets.values(),
      ...terminals.values(),
      ...listening,
    ];
    await Promise.allSettled(running.map((one) => one.stop()));
    throw error;
  }
  if (config.customersStart) {
    customers.start();
    renters.start();
  }

  return {
    ...world,
    control,
    mailPort: mail.port,
    stop: async () => {
      await control.stop();
      await mail.stop();
      staff.stop();
      await customers.stop();
      await renters.stop();
      await Promise.allSettled(
        [...robots.values(), ...cabinets.values(), ...terminals.values()].map((one) => one.stop()),
      );
      await provider.stop();
    },
  };
}
