import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, SIMULATOR_HOST, type SimulatorPorts, withSimulatorAt } from '#platform/config/server/config.ts';

type PortName = keyof SimulatorPorts;

/** The simulator of a run that was killed notices it within half a second, and goes. */
const ON_ITS_WAY_OUT_MS = 800;
/** A port that was set is waited for longer: the operator may count on it. */
const SET_PORT_WAITED_FOR_MS = 10_000;
const LOOKED_AT_EVERY_MS = 200;

/** A configuration whose ports of the simulator are held for it until they are let go. */
export interface HeldPorts {
  readonly config: Config;
  readonly letGo: () => Promise<void>;
}

/**
 * The demo does not end with a port of its simulator that is in use, such as another demo on this machine: a free one
 * is used, the last lines of the start name it, and where the operator has set the port a line says so. They are held until the
 * simulator starts, minutes later at the first start: of two demos that start at once each keeps its own.
 */
export async function holdPorts(
  config: Config,
  log: (line: string) => void,
  setPortWaitedForMs = SET_PORT_WAITED_FOR_MS,
): Promise<HeldPorts> {
  if (!config.demo) return { config, letGo: async () => undefined };
  const ports = { ...config.simulator };
  const held: Server[] = [];
  for (const name of Object.keys(ports) as PortName[]) {
    const wanted = ports[name];
    const isSet = !config.movablePorts.includes(name);
    const own = await holdWithin(wanted, isSet ? setPortWaitedForMs : ON_ITS_WAY_OUT_MS);
    const holder = own ?? (await hold(0));
    if (holder) held.push(holder);
    if (own || !holder) continue;
    ports[name] = (holder.address() as AddressInfo).port;
    if (isSet) log(LINES[name](`port ${wanted} on ${SIMULATOR_HOST} is taken`, ports[name]));
  }
  const letGo = async () => {
    await Promise.all(held.splice(0).map((holder) => new Promise((done) => holder.close(done))));
  };
  return { config: withSimulatorAt(config, ports), letGo };
}

const LINES: Record<PortName, (taken: string, instead: number) => string> = {
  controlPort: (taken, instead) => `SIMULATOR_CONTROL_PORT: ${taken}; the simulator's page is on ${instead} instead.`,
  mailPort: (taken, instead) => `SIMULATOR_MAIL_PORT: ${taken}; the simulator takes mails on ${instead} instead.`,
  providerPort: (taken) => `STRIPE_API_BASE: ${taken}; payments are asked there, and the simulator answers none.`,
};

/** A start that was killed leaves its simulator for a moment. */
async function holdWithin(port: number, withinMs: number): Promise<Server | undefined> {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    const holder = await hold(port);
    if (holder || performance.now() > giveUpAt) return holder;
    await sleep(LOOKED_AT_EVERY_MS);
  }
}

/** Listens there, on any port for 0; nothing where it is taken. */
function hold(port: number): Promise<Server | undefined> {
  const holder = createServer((socket) => socket.destroy());
  return new Promise((done) => {
    holder.once('error', () => done(undefined));
    holder.listen(port, SIMULATOR_HOST, () => done(holder));
  });
}
