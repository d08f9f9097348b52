import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, SIMULATOR_HOST, withSimulatorAt } from './config.ts';

/** The simulator of a run that was killed notices it within half a second, and goes. */
const ON_ITS_WAY_OUT_MS = 800;

/**
 * A second demo on one machine, started with other ports for people and devices, gets a simulator of its own: where a port that
 * nobody has set is taken, a free one is used, and the last lines of the start name it.
 */
export async function onFreePorts(config: Config): Promise<Config> {
  if (!config.demo) return config;
  const ports = { ...config.simulator };
  for (const name of config.movablePorts) {
    if (await isFree(ports[name])) continue;
    await sleep(ON_ITS_WAY_OUT_MS);
    if (!(await isFree(ports[name]))) ports[name] = await anotherPort(Object.values(ports));
  }
  return withSimulatorAt(config, ports);
}

const isFree = async (port: number): Promise<boolean> => (await listened(port)) !== undefined;

async function anotherPort(known: readonly number[]): Promise<number> {
  for (;;) {
    const found = await listened(0);
    if (found !== undefined && !known.includes(found)) return found;
  }
}

/** Which port it became; nothing where it is taken. */
function listened(port: number): Promise<number | undefined> {
  const probe = createServer();
  return new Promise((done) => {
    probe.once('error', () => done(undefined));
    probe.listen(port, SIMULATOR_HOST, () => {
      const { port: found } = probe.address() as AddressInfo;
      probe.close(() => done(found));
    });
  });
}
