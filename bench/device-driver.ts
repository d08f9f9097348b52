// A thousand robots that are born and then report one event after the other, each waiting for its acknowledgement.
import { randomUUID } from 'node:crypto';
import { deviceTopic } from '#domains/devices/contract/topics.ts';
import { MqttConnection } from './mqtt-connection.ts';
import { DEVICE_CONNECTIONS, DEVICE_PASSWORD, FIRST_TENANT, imeiOf, ROBOTS_PER_TENANT } from './world.ts';

export interface DeviceTask {
  readonly port: number;
  readonly forMs: number;
}

export interface DeviceAnswer {
  readonly connectMs: number;
  readonly elapsedMs: number;
  /** Events of the measured time and of the warm-up before it. */
  readonly acknowledged: number;
  readonly acknowledgedInAll: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const WARM_UP_MS = 1_000;
/** Connects at once at most this many, as devices after a power cut do not all come in the same millisecond. */
const CONNECT_AT_ONCE = 50;

process.on('message', (task: DeviceTask) => {
  drive(task).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});

async function drive({ port, forMs }: DeviceTask): Promise<DeviceAnswer> {
  const began = performance.now();
  const robots: Robot[] = [];
  for (let from = 0; from < DEVICE_CONNECTIONS; from += CONNECT_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(CONNECT_AT_ONCE, DEVICE_CONNECTIONS - from) }, (_, i) => from + i);
    robots.push(...(await Promise.all(numbers.map((number) => Robot.open(port, number)))));
  }
  const connectMs = performance.now() - began;

  const times: number[] = [];
  let acknowledgedInAll = 0;
  const measureFrom = performance.now() + WARM_UP_MS;
  const until = measureFrom + forMs;
  let last = measureFrom;
  await Promise.all(
    robots.map(async (robot) => {
      while (performance.now() < until) {
        const before = performance.now();
        await robot.report();
        const now = performance.now();
        acknowledgedInAll += 1;
        if (now < measureFrom) continue;
        last = now;
        times.push(now - before);
      }
    }),
  );
  for (const robot of robots) robot.leave();
  times.sort((a, b) => a - b);
  return {
    connectMs,
    elapsedMs: last - measureFrom,
    acknowledged: times.length,
    acknowledgedInAll,
    p50Ms: times[Math.floor(times.length * 0.5)] ?? 0,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

class Robot {
  readonly #connection: MqttConnection;
  readonly #eventTopic: string;
  readonly #session = randomUUID();
  #seq = 0;

  private constructor(connection: MqttConnection, eventTopic: string) {
    this.#connection = connection;
    this.#eventTopic = eventTopic;
  }

  static async open(port: number, number: number): Promise<Robot> {
    const tenantId = FIRST_TENANT + Math.floor(number / ROBOTS_PER_TENANT);
    const imei = imeiOf(tenantId, 1 + (number % ROBOTS_PER_TENANT));
    const address = { tenantId: String(tenantId), kind: 'robot', imei } as const;
    const connection = await MqttConnection.open(port, { clientId: imei, password: DEVICE_PASSWORD });
    const robot = new Robot(connection, deviceTopic.event(address));
    const birth = { online: true, fw: '4.2.0', mode: 'normal', faults: [] };
    await connection.publish(deviceTopic.state(address), robot.#frame(birth));
    return robot;
  }

  /** Mostly outlets, sometimes a fault that comes and goes, sometimes the payment terminal's network. */
  report(): Promise<void> {
    const turn = this.#seq % 10;
    const data =
      turn === 3 || turn === 4
        ? { kind: 'fault', active: turn === 3, code: 'grinder-jam', part: 'grinder' }
        : turn === 7
          ? { kind: 'pos.network', reachable: this.#seq % 20 === 7 }
          : { kind: 'outlet.changed', outlet: 1 + (this.#seq % 4), state: this.#seq % 2 === 0 ? 'opened' : 'placed' };
    return this.#connection.publish(this.#eventTopic, this.#frame(data));
  }

  leave(): void {
    this.#connection.close();
  }

  #frame(data: object): string {
    const seq = this.#seq++;
    return JSON.stringify({ v: 1, id: randomUUID(), ts: new Date().toISOString(), seq, session: this.#session, data });
  }
}
