// A thousand robots that are born and then report, each waiting for its acknowledgement: events of twenty tenants as fast as they are
// taken, or what the robots of one fleet measure, once in a while.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DeviceAddress, deviceTopic } from '#domains/devices/contract/topics.ts';
import { MqttConnection } from './mqtt-connection.ts';
import {
  DEVICE_CONNECTIONS,
  DEVICE_PASSWORD,
  FIRST_TENANT,
  FLEET_MATERIALS,
  FLEET_ROBOTS,
  FLEET_TENANT,
  imeiOf,
  ROBOTS_PER_TENANT,
} from './world.ts';

export interface DeviceTask {
  readonly port: number;
  readonly forMs: number;
  /**
   * The robots of the fleet report what they measure once in this time, spread over it, and stay connected for the next task; else
   * all report events at once, and leave.
   */
  readonly everyMs?: number;
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

/** Those that report are spread over the fleet, so that every page of its list shows some. */
const FLEET_STEP = FLEET_ROBOTS / DEVICE_CONNECTIONS;
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

let fleet: Robot[] | undefined;

async function connectAll(port: number, isOfFleet: boolean): Promise<Robot[]> {
  const robots: Robot[] = [];
  for (let from = 0; from < DEVICE_CONNECTIONS; from += CONNECT_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(CONNECT_AT_ONCE, DEVICE_CONNECTIONS - from) }, (_, i) => from + i);
    robots.push(...(await Promise.all(numbers.map((number) => Robot.open(port, number, isOfFleet)))));
  }
  return robots;
}

async function drive({ port, forMs, everyMs }: DeviceTask): Promise<DeviceAnswer> {
  const began = performance.now();
  const robots = (everyMs === undefined ? undefined : fleet) ?? (await connectAll(port, everyMs !== undefined));
  if (everyMs !== undefined) fleet = robots;
  const connectMs = performance.now() - began;

  const times: number[] = [];
  let acknowledgedInAll = 0;
  const measureFrom = performance.now() + WARM_UP_MS;
  const until = measureFrom + forMs;
  let last = measureFrom;
  await Promise.all(
    robots.map(async (robot, at) => {
      const rest = (ms: number) => sleep(Math.max(0, Math.min(ms, until - performance.now())));
      if (everyMs !== undefined) await rest((everyMs * at) / robots.length);
      while (performance.now() < until) {
        const before = performance.now();
        await (everyMs === undefined ? robot.report() : robot.measure());
        const now = performance.now();
        acknowledgedInAll += 1;
        if (now < measureFrom) continue;
        last = now;
        times.push(now - before);
        if (everyMs !== undefined) await rest(everyMs);
      }
    }),
  );
  if (robots !== fleet) for (const robot of robots) robot.leave();
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
  readonly #address: DeviceAddress;
  readonly #session = randomUUID();
  #seq = 0;

  private constructor(connection: MqttConnection, address: DeviceAddress) {
    this.#connection = connection;
    this.#address = address;
  }

  static async open(port: number, number: number, isOfFleet: boolean): Promise<Robot> {
    const tenantId = isOfFleet ? FLEET_TENANT : FIRST_TENANT + Math.floor(number / ROBOTS_PER_TENANT);
    const imei = imeiOf(tenantId, 1 + (isOfFleet ? number * FLEET_STEP : number % ROBOTS_PER_TENANT));
    const address = { tenantId: String(tenantId), kind: 'robot', imei } as const;
    const connection = await MqttConnection.open(port, { clientId: imei, password: DEVICE_PASSWORD });
    const robot = new Robot(connection, address);
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
    return this.#connection.publish(deviceTopic.event(this.#address), this.#frame(data));
  }

  /** What a robot says by itself once in each interval: another temperature, and every material a cup lower. */
  measure(): Promise<void> {
    const data = {
      temperatures: [
        { part: 'boiler', celsiusTenths: 910 + (this.#seq % 20) },
        { part: 'fridge', celsiusTenths: 40 + (this.#seq % 5) },
      ],
      materials: FLEET_MATERIALS.map((code) => ({ code, level: 900_000 - 18 * this.#seq })),
    };
    return this.#connection.publish(deviceTopic.telemetry(this.#address), this.#frame(data));
  }

  leave(): void {
    this.#connection.close();
  }

  #frame(data: object): string {
    const seq = this.#seq++;
    return JSON.stringify({ v: 1, id: randomUUID(), ts: new Date().toISOString(), seq, session: this.#session, data });
  }
}
