import { UPWARD_FILTERS } from '#domains/devices/contract/topics.ts';
import type { Services } from '#platform/context/server/services.ts';
import { takeOverDeadServers } from '#platform/device-gateway/server/failover.ts';
import { GapWatch } from './close-gaps.ts';
import { CommandAnswers } from './command-answers.ts';
import { DeviceDirectory } from './device-directory.ts';
import type { DeviceDrivers } from './device-driver.ts';
import { DeviceIntake } from './device-intake.ts';
import { gatewayMetrics } from './gateway-metrics.ts';
import { HeardDevices } from './heard-devices.ts';
import { IngestQueue } from './ingest/ingest-queue.ts';
import { type PresenceHint, storeBatch } from './ingest/store-batch.ts';
import { sweepPresence } from './presence-sweep.ts';
import { sweepCommands } from './sweep-commands.ts';

/** Filters of everything that the server publishes to devices. */
const DOWNWARD_FILTERS = ['v1/+/+/+/cmd/+', 'v1/+/+/+/config/desired'];
const SWEEP_EVERY_MS = 1_000;
/** No sweep for longer: the database was away or this process stood still, and what devices said meanwhile is stored after this. */
const STALLED_AFTER_MS = 15_000;
/** Live updates of mere events of one device, at most this often. */
const NEWS_EVERY_MS = 2_000;

export interface Gateway {
  readonly directory: DeviceDirectory;
  /** Silence, due commands, gaps: everything that time brings. */
  sweep(options?: { atOnce?: boolean }): Promise<void>;
  stop(): Promise<void>;
}

const gateways = new WeakMap<Services, Gateway>();

/** The gateway of this process, once it is open. */
export function gatewayOf(services: Services): Gateway | undefined {
  return gateways.get(services);
}

/** Opens the broker to devices: the known ones connect, and what they publish is checked, stored and passed on (security 10). */
export async function openGateway(services: Services, drivers: DeviceDrivers): Promise<Gateway> {
  const { broker, clock, database, log } = services;
  const directory = new DeviceDirectory(database, drivers);
  const gaps = new GapWatch(services, drivers);
  const hints = new Map<string, PresenceHint>();
  const heard = new HeardDevices(services, drivers, hints);
  const answers = new CommandAnswers();
  const metrics = gatewayMetrics(services);
  const mayPush = newsLimit();

  const queue = new IngestQueue({
    store: async (batch) => {
      const outcome = await database.acrossTenants(
        'device ingest',
        (_db, client) => storeBatch(client, batch, { services, drivers, hints, mayPush }),
        'bridge',
      );
      for (const [imei, hint] of outcome.hints) hints.set(imei, hint);
      heard.add(outcome.heard);
      gaps.noticed(outcome.gaps);
      services.jobs.afterCommit({ jobs: outcome.jobs, events: outcome.hasFacts });
      metrics.batches.inc();
    },
    warn: (error, words) => log.warn({ err: error }, words),
  });
  metrics.waiting(() => queue.length);
  const intake = new DeviceIntake({ services, drivers, directory, queue, answers, heard, metrics });

  /** From the start on until the broker is open, then since that, and anew after a time in which nothing could be stored. */
  let listeningSince = clock.now();
  let sweptAt = performance.now();
  /** Devices whose credential changed, until it is known whether they may still speak. */
  const toCheck = new Set<string>();

  async function sweep({ atOnce = false } = {}): Promise<void> {
    const changed = await directory.refresh();
    for (const imei of changed) hints.delete(imei);
    if (broker.kind === 'embedded') for (const imei of changed) toCheck.add(imei);
    await endConnections();
    await heard.write(atOnce);
    const now = performance.now();
    if (now - sweptAt > STALLED_AFTER_MS) listeningSince = clock.now();
    for (const imei of await sweepPresence(services, drivers, listeningSince)) hints.delete(imei);
    // its begin, as it may itself be what waited
    sweptAt = now;
    await sweepCommands(services, drivers);
    await gaps.look(atOnce);
  }

  /** Of devices that may not speak any more, such as those of a frozen tenant; an external broker keeps theirs and is not heard. */
  async function endConnections(): Promise<void> {
    const imeis = [...toCheck];
    const found = await Promise.all(imeis.map((imei) => directory.find(imei)));
    for (const [place, imei] of imeis.entries()) if (!found[place]) await broker.removeLogin(imei);
    for (const imei of imeis) toCheck.delete(imei);
  }

  let sweeping: Promise<void> | undefined;
  const timer = setInterval(() => {
    sweeping ??= sweep()
      .catch((error: Error) => log.warn({ err: error }, 'Device sweep'))
      .finally(() => {
        sweeping = undefined;
      });
  }, SWEEP_EVERY_MS);

  const stopRelieving = await takeOverDeadServers(services);
  await broker.open({
    subscribeTo: UPWARD_FILTERS,
    publishTo: DOWNWARD_FILTERS,
    now: () => clock.now(),
    findLogin: (imei) => directory.findLogin(imei),
    receive: (message) => intake.receive(message),
    refused: (refusal) => intake.refused(refusal),
  });
  listeningSince = clock.now();

  const gateway: Gateway = {
    directory,
    sweep,
    stop: async () => {
      answers.stop();
      clearInterval(timer);
      await stopRelieving();
      await sweeping;
      await broker.close();
      await queue.stop();
      await answers.settled();
      await heard.write(true).catch(() => undefined);
    },
  };
  gateways.set(services, gateway);
  return gateway;
}

/** Whether a live update of a device may be sent now. */
function newsLimit(): (imei: string) => boolean {
  const lastAt = new Map<string, number>();
  return (imei) => {
    const now = performance.now();
    if (now - (lastAt.get(imei) ?? Number.NEGATIVE_INFINITY) < NEWS_EVERY_MS) return false;
    lastAt.set(imei, now);
    return true;
  };
}
