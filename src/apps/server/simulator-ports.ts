import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, SIMULATOR_HOST, type SimulatorPorts, withSimulatorAt } from '#platform/config/server/config.ts';

type PortName = keyof SimulatorPorts;

/** The simulator of a run that was killed notices it within half a second, and goes. */
const ON_ITS_WAY_OUT_MS = 800;
/** A port that was set is waited for longer: the operator may count on it. */
const SET_PORT_WAITED_FOR_MS = 10_000;
const LOOKED_AT_EVERY_MS = 200;

/**
 * The demo does not end with a port of its simulator that is in use, such as another demo on this machine: a free one
 * is used, the last lines of the start name it, and where the operator has set the port a line says so.
 */
export async function onFreePorts(
  config: Config,
  log: (line: string) => void,
  setPortWaitedForMs = SET_PORT_WAITED_FOR_MS,
): Promise<Config> {
  if (!config.demo) return config;
  const ports = { ...config.simulator };
  for (const name of Object.keys(ports) as PortName[]) {
    const taken = ports[name];
    const isSet = !config.movablePorts.includes(name);
    if (await becomesFree(taken, isSet ? setPortWaitedForMs : ON_ITS_WAY_OUT_MS)) continue;
    ports[name] = await anotherPort(Object.values(ports));
    if (isSet) log(LINES[name](`port ${taken} on ${SIMULATOR_HOST} is taken`, ports[name]));
  }
  return withSimulatorAt(config, ports);
}

const LINES: Record<PortName, (taken: string, instead: number) => string> = {
  controlPort: (taken, instead) => `SIMULATOR_CONTROL_PORT: ${taken}; the simulator's page is on ${instead} instead.`,
  mailPort: (taken, instead) => `SIMULATOR_MAIL_PORT: ${taken}; the simulator takes mails on ${instead} instead.`,
  providerPort: (taken) => `STRIPE_API_BASE: ${taken}; payments are asked there, and the simulator answers none.`,
};

/** A start that was killed leaves its simulator for a moment. */
async function becomesFree(port: number, withinMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await isFree(port))) {
    if (performance.now() > giveUpAt) return false;
    await sleep(LOOKED_AT_EVERY_MS);
  }
  return true;
}

const isFree = async (port: number): Promise<boolean> => (await listenOnce(port)) !== undefined;

async function anotherPort(known: readonly number[]): Promise<number> {
  for (;;) {
    const found = await listenOnce(0);
    if (found !== undefined && !known.includes(found)) return found;
  }
}

/** Which port it became; nothing where it is taken. */
function listenOnce(port: number): Promise<number | undefined> {
  const probe = createServer();
  return new Promise((done) => {
    probe.once('error', () => done(undefined));
    probe.listen(port, SIMULATOR_HOST, () => {
      const { port: found } = probe.address() as AddressInfo;
      probe.close(() => done(found));
    });
  });
}
