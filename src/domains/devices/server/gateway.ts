import { Counter, Gauge } from 'prom-client';
import { parseUpwardTopic, UPWARD_FILTERS } from '#domains/devices/contract/topics.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { DeviceMessage, Refusal } from '#platform/device-gateway/server/device-broker.ts';
import { takeOverDeadServers } from '#platform/device-gateway/server/failover.ts';
import { rateLimiter } from '#platform/http/server/rate-limit.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { GapWatch } from './close-gaps.ts';
import { noteAnswer } from './command-results.ts';
import { type Device, DeviceDirectory } from './device-directory.ts';
import { HeardRobots } from './heard-robots.ts';
import type { Incoming } from './ingest/incoming.ts';
import { IngestQueue } from './ingest/ingest-queue.ts';
import { type PresenceHint, storeBatch } from './ingest/store-batch.ts';
import { sweepPresence } from './presence-sweep.ts';
import { findProtocol } from './protocols/find-protocol.ts';
import { inTenant } from './publish-commands.ts';
import { sweepCommands } from './sweep-commands.ts';

/** Filters of everything that the server says to devices. */
const SPOKEN_FILTERS = ['v1/+/+/+/cmd/+', 'v1/+/+/+/config/desired'];
const SWEEP_EVERY_MS = 1_000;
/** News of mere events of one robot, at most this often. */
const TELL_EVERY_MS = 2_000;
/** Refusals of one device are told every ten seconds. */
const REFUSALS_OF_ONE = { perSecond: 1 / 10, burst: 1 };
/** Refusals of names that nobody knows, over all of them: a caller that makes names up fills no table. */
const REFUSALS_OF_UNKNOWN = { perSecond: 1 / 12, burst: 15 };

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

/** Opens the broker's door: known devices in, their words checked, stored and passed on (security 10). */
export async function openGateway(services: Services): Promise<Gateway> {
  const { broker, clock, database, log } = services;
  const directory = new DeviceDirectory(database);
  const gaps = new GapWatch(services);
  const hints = new Map<string, PresenceHint>();
  const heard = new HeardRobots(services, hints);
  const toldAt = new Map<string, number>();
  const waitOfOne = rateLimiter(REFUSALS_OF_ONE);
  const waitOfUnknown = rateLimiter(REFUSALS_OF_UNKNOWN);
  const answers = new Map<string, Promise<void>>();
  const metrics = gatewayMetrics(services);

  const mayTell = (imei: string): boolean => {
    const now = performance.now();
    if (now - (toldAt.get(imei) ?? Number.NEGATIVE_INFINITY) < TELL_EVERY_MS) return false;
    toldAt.set(imei, now);
    return true;
  };

  const queue = new IngestQueue({
    store: async (batch) => {
      const outcome = await database.acrossTenants(
        'device ingest',
        (_db, client) => storeBatch(client, batch, { services, hints, mayTell }),
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

  async function receive(message: DeviceMessage): Promise<void> {
    const topic = parseUpwardTopic(message.topic);
    if (!topic) return quarantine(message, 'unknown topic');
    const device = directory.cached(topic.imei) ?? (await directory.find(topic.imei));
    if (!device) return quarantine(message, 'unknown device', topic.imei);
    if (device.tenantId !== topic.tenantId || device.kind !== topic.kind) {
      return quarantine(message, 'topic of another tenant or kind', device.imei, device);
    }
    const protocol = findProtocol(device.kind, device.protocolVersion);
    if (!protocol) return quarantine(message, 'no protocol for this kind', device.imei, device);
    if (message.retain && topic.channel !== 'state') return quarantine(message, 'retained', device.imei, device);
    const reading = protocol.read(topic.channel, message.payload);
    if (reading.readable === 'no') return quarantine(message, reading.because, device.imei, device);
    metrics.messages.inc({ channel: topic.channel });
    if (reading.readable === 'report') {
      const { frame, report } = reading;
      return queue.add({ good: { device, frame, report, receivedAt: clock.now() } });
    }
    if (topic.channel !== 'ack') return;
    heard.add(new Map([[device.imei, { device, at: clock.now() }]]));
    const { commandId } = topic;
    if (!isUuid(commandId)) return quarantine(message, 'answer to an unknown command', device.imei, device);
    return inOrder(device.imei, async () => {
      const fate = await inTenant(services, device.tenantId, (tx) =>
        noteAnswer(tx, device.imei, commandId, reading.ack),
      )
        .then((isOurs) => (isOurs ? undefined : 'answer to an unknown command'))
        .catch((error: Error) => {
          if (error instanceof Problem) throw error;
          // it would be sent again for ever, and the broker waits for so many answers of ours and no more
          log.warn({ err: error, imei: device.imei, commandId }, 'An answer could not be stored');
          return 'could not be stored';
        });
      if (fate !== undefined) await quarantine(message, fate, device.imei, device);
    });
  }

  /** Answers of one device one after the other; while the database is away they wait. */
  function inOrder(imei: string, work: () => Promise<void>): Promise<void> {
    const before = answers.get(imei) ?? Promise.resolve();
    const next = before.catch(() => undefined).then(() => insistently(work));
    answers.set(imei, next);
    const forget = (): void => {
      if (answers.get(imei) === next) answers.delete(imei);
    };
    next.then(forget, forget);
    return next;
  }

  let isStopped = false;
  async function insistently(work: () => Promise<void>): Promise<void> {
    for (let pause = 100; ; pause = Math.min(pause * 2, 5_000)) {
      try {
        await work();
        return;
      } catch (error) {
        if (isStopped || !(error instanceof Problem)) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
      }
    }
  }

  function quarantine(message: DeviceMessage, reason: string, imei = '', device?: Device): Promise<void> {
    metrics.quarantined.inc();
    const { topic, payload } = message;
    const bad: Incoming = {
      bad: { imei, tenantId: device?.tenantId ?? null, topic, payload, reason, receivedAt: clock.now() },
    };
    return queue.add(bad);
  }

  function refused(refusal: Refusal): void {
    metrics.refusals.inc({ kind: refusal.kind });
    if (waitOfOne(`${refusal.kind} ${refusal.imei}`) > 0) return;
    const device = directory.cached(refusal.imei);
    if (!device && waitOfUnknown('all') > 0) return;
    log.info({ ...refusal }, 'A device was refused');
    const message = { topic: refusal.topic, payload: Buffer.from(refusal.address), retain: false };
    const words = refusal.kind === 'login' && !device ? 'login refused: unknown device' : `${refusal.kind} refused`;
    quarantine(message, words, refusal.imei, device).catch(() => undefined);
  }

  async function sweep({ atOnce = false } = {}): Promise<void> {
    for (const imei of await directory.refresh()) hints.delete(imei);
    await heard.write(atOnce);
    for (const imei of await sweepPresence(services)) hints.delete(imei);
    await sweepCommands(services);
    await gaps.look(atOnce);
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
    listen: UPWARD_FILTERS,
    speak: SPOKEN_FILTERS,
    now: () => clock.now(),
    findLogin: (imei) => directory.findLogin(imei),
    receive,
    refused,
  });

  const gateway: Gateway = {
    directory,
    sweep,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await stopRelieving();
      await sweeping;
      await broker.close();
      await queue.stop();
      await Promise.allSettled(answers.values());
      await heard.write(true).catch(() => undefined);
    },
  };
  gateways.set(services, gateway);
  return gateway;
}

function gatewayMetrics({ metrics, broker }: Services) {
  const registers = [metrics];
  const messages = new Counter({
    name: 'device_messages_total',
    help: 'Device messages that passed all checks',
    labelNames: ['channel'],
    registers,
  });
  const quarantined = new Counter({
    name: 'device_messages_quarantined_total',
    help: 'Device messages kept aside',
    registers,
  });
  const refusals = new Counter({
    name: 'device_refusals_total',
    help: 'What the broker refused to devices',
    labelNames: ['kind'],
    registers,
  });
  const batches = new Counter({
    name: 'device_batches_total',
    help: 'Committed batches of device messages',
    registers,
  });
  new Gauge({
    name: 'device_broker_up',
    help: 'Whether devices and server can reach each other',
    registers,
    collect() {
      this.set(broker.isUp ? 1 : 0);
    },
  });
  return {
    messages,
    quarantined,
    refusals,
    batches,
    waiting: (length: () => number) =>
      new Gauge({
        name: 'device_messages_waiting',
        help: 'Device messages that wait for their commit',
        registers,
        collect() {
          this.set(length());
        },
      }),
  };
}
