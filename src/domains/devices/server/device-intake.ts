import type { AckMessage } from '#domains/devices/contract/messages.ts';
import type { QuarantineReason } from '#domains/devices/contract/quarantine.ts';
import { parseUpwardTopic } from '#domains/devices/contract/topics.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { DeviceMessage, Refusal } from '#platform/device-gateway/server/device-broker.ts';
import { rateLimiter } from '#platform/http/server/rate-limit.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import type { CommandAnswers } from './command-answers.ts';
import { noteAnswer } from './command-results.ts';
import type { Device, DeviceDirectory } from './device-directory.ts';
import type { DeviceDrivers } from './device-driver.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';
import type { HeardDevices } from './heard-devices.ts';
import type { IngestQueue } from './ingest/ingest-queue.ts';
import { inTenant } from './publish-commands.ts';

/** Refusals of one device are logged and kept every ten seconds. */
const REFUSALS_OF_ONE = { perSecond: 1 / 10, burst: 1 };
/** Refusals of names that belong to no device, over all of them: a caller that makes names up fills no table. */
const REFUSALS_OF_UNKNOWN = { perSecond: 1 / 12, burst: 15 };

export interface DeviceIntakeParts {
  readonly services: Services;
  readonly drivers: DeviceDrivers;
  readonly directory: DeviceDirectory;
  readonly queue: IngestQueue;
  readonly answers: CommandAnswers;
  readonly heard: HeardDevices;
  readonly metrics: GatewayMetrics;
}

/** Checks what comes from devices: reports are stored, answers change their command, all else is quarantined (security 10.4). */
export class DeviceIntake {
  readonly #parts: DeviceIntakeParts;
  readonly #waitOfOne = rateLimiter(REFUSALS_OF_ONE);
  readonly #waitOfUnknown = rateLimiter(REFUSALS_OF_UNKNOWN);

  constructor(parts: DeviceIntakeParts) {
    this.#parts = parts;
  }

  /** Resolves once the message is committed. */
  async receive(message: DeviceMessage): Promise<void> {
    const { services, drivers, directory, queue, answers, heard, metrics } = this.#parts;
    const topic = parseUpwardTopic(message.topic);
    if (!topic) return this.#quarantine(message, 'unknown topic');
    const device = directory.cached(topic.imei) ?? (await directory.find(topic.imei));
    if (!device) return this.#quarantine(message, 'unknown device', topic.imei);
    if (device.tenantId !== topic.tenantId || device.kind !== topic.kind) {
      return this.#quarantine(message, 'topic of another tenant or kind', device.imei, device);
    }
    const protocol = drivers.find(device.kind)?.protocols.get(device.protocolVersion);
    if (!protocol) return this.#quarantine(message, 'no protocol for this kind', device.imei, device);
    if (message.retain && topic.channel !== 'state') {
      return this.#quarantine(message, 'retained', device.imei, device);
    }
    const reading = protocol.read(topic.channel, message.payload);
    if (reading.readable === 'no') return this.#quarantine(message, reading.because, device.imei, device);
    metrics.messages.inc({ channel: topic.channel });
    if (reading.readable === 'report') {
      const { frame, report } = reading;
      return queue.add({ good: { device, frame, report, receivedAt: services.clock.now() } });
    }
    if (topic.channel !== 'ack') return;
    heard.add(new Map([[device.imei, { device, at: services.clock.now() }]]));
    const { commandId } = topic;
    if (!isUuid(commandId)) return this.#quarantine(message, 'answer to an unknown command', device.imei, device);
    return answers.inOrder(device.imei, async () => {
      const fault = await this.#storeAnswer(device, commandId, reading.ack);
      if (fault !== undefined) await this.#quarantine(message, fault, device.imei, device);
    });
  }

  refused(refusal: Refusal): void {
    const { services, directory, metrics } = this.#parts;
    metrics.refusals.inc({ kind: refusal.kind });
    if (this.#waitOfOne(`${refusal.kind} ${refusal.imei}`) > 0) return;
    const device = directory.cached(refusal.imei);
    if (!device && this.#waitOfUnknown('all') > 0) return;
    services.log.info({ ...refusal }, 'A device was refused');
    const message = { topic: refusal.topic, payload: Buffer.from(refusal.address), retain: false };
    const words: QuarantineReason =
      refusal.kind === 'login' && !device ? 'login refused: unknown device' : `${refusal.kind} refused`;
    this.#quarantine(message, words, refusal.imei, device).catch(() => undefined);
  }

  /** Why the answer is quarantined; undefined where it is stored. An outage of the database is raised. */
  async #storeAnswer(device: Device, commandId: string, ack: AckMessage): Promise<QuarantineReason | undefined> {
    const { services, drivers } = this.#parts;
    const { imei, kind } = device;
    try {
      const isOurs = await inTenant(services, device.tenantId, (tx) =>
        noteAnswer(tx, drivers.of(kind), { imei, commandId }, ack),
      );
      return isOurs ? undefined : 'answer to an unknown command';
    } catch (error) {
      if (error instanceof Problem) throw error;
      // unacknowledged it would be sent again for ever, and the broker waits for so many acknowledgements and no more
      services.log.warn({ err: error, imei, commandId }, 'An answer could not be stored');
      return 'could not be stored';
    }
  }

  #quarantine(message: DeviceMessage, reason: QuarantineReason, imei = '', device?: Device): Promise<void> {
    const { services, queue, metrics } = this.#parts;
    metrics.quarantined.inc();
    const { topic, payload } = message;
    const tenantId = device?.tenantId ?? null;
    return queue.add({ bad: { imei, tenantId, topic, payload, reason, receivedAt: services.clock.now() } });
  }
}
