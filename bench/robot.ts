import { randomUUID } from 'node:crypto';
import { type DeviceAddress, deviceTopic } from '#domains/devices/contract/topics.ts';
import { MqttConnection } from './mqtt-connection.ts';
import { DEVICE_PASSWORD, FLEET_MATERIALS, imeiOf } from './world.ts';

const BORN = { online: true, fw: '4.2.0', mode: 'normal', faults: [] };

export class Robot {
  readonly #address: DeviceAddress;
  readonly #session = randomUUID();
  #connection!: MqttConnection;
  #seq = 0;

  private constructor(address: DeviceAddress) {
    this.#address = address;
  }

  /** Resolves when its birth is acknowledged, that is in the database. */
  static async open(port: number, tenantId: number, robotNo: number): Promise<Robot> {
    const imei = imeiOf(tenantId, robotNo);
    const robot = new Robot({ tenantId: String(tenantId), kind: 'robot', imei });
    const topic = deviceTopic.state(robot.#address);
    const will = { topic, payload: robot.#frame({ online: false }, 0) };
    robot.#connection = await MqttConnection.open(port, { clientId: imei, password: DEVICE_PASSWORD, will });
    robot.#connection.subscribe(deviceTopic.commands(robot.#address));
    await robot.#connection.publish(topic, robot.#frame(BORN));
    return robot;
  }

  /** The broker may end a connection that it has taken: a robot comes again then. */
  whenLost(act: () => void): void {
    this.#connection.onLost = act;
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

  /** Its connection breaks; whether the broker hears of it is as it happens. */
  drop(isHeard: boolean): void {
    if (isHeard) this.#connection.cut();
    else this.#connection.abandon();
  }

  #frame(data: object, seq = this.#seq++): string {
    return JSON.stringify({ v: 1, id: randomUUID(), ts: new Date().toISOString(), seq, session: this.#session, data });
  }
}
