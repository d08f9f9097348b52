import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOOPBACK } from './world/local-http.ts';

const WAITED_FOR_MS = 15_000;
const LOOKED_AT_EVERY_MS = 500;

/**
 * The ports as they are set, and any free one (0) where another program keeps one: robots and customers need none of them.
 * After a kill -9 the earlier run may still be on its way out, so they are waited for, together.
 */
export async function freePorts<Ports extends Readonly<Record<string, number>>>(
  ports: Ports,
  tell: (line: string) => void,
  waitedForMs = WAITED_FOR_MS,
): Promise<Ports> {
  const giveUpAt = performance.now() + waitedForMs;
  const found: Record<string, number> = {};
  for (const [name, port] of Object.entries(ports)) {
    while (!(await isFree(port)) && performance.now() < giveUpAt) await sleep(LOOKED_AT_EVERY_MS);
    found[name] = (await isFree(port)) ? port : 0;
    if (found[name] !== port) tell(`port ${port} for its ${name} is taken: it takes another one`);
  }
  return found as Ports;
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((done) => {
    probe.once('error', () => done(false));
    probe.listen(port, LOOPBACK, () => probe.close(() => done(true)));
  });
}
