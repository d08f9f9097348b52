import { randomUUID } from 'node:crypto';
import { connectAsync, type MqttClient } from 'mqtt';

/** What the console shows once, when a robot is added. */
export interface RobotAccess {
  readonly url: string;
  readonly username: string;
  readonly clientId: string;
  readonly password: string;
  /** `v1/1000/robot/<imei>` */
  readonly topics: string;
}

interface Command {
  readonly cmd: string;
  readonly args: { readonly orderNo?: string; readonly drinks?: readonly { line: number; drink: number }[] };
}

/** A robot that knows docs/connect-a-device.md and nothing else of the product: it makes at once what it is told to make. */
export class PlainRobot {
  readonly #client: MqttClient;
  readonly #own: string;
  readonly #session = randomUUID().slice(0, 8);
  #seq = 0;
  #levels: readonly { code: string; level: number }[] = [];
  /** Orders that it made. */
  readonly made: string[] = [];

  private constructor(client: MqttClient, own: string) {
    this.#client = client;
    this.#own = own;
  }

  static async switchOn(access: RobotAccess): Promise<PlainRobot> {
    const { url, username, clientId, password, topics } = access;
    const client = await connectAsync(url, { username, clientId, password, reconnectPeriod: 0, clean: true });
    const robot = new PlainRobot(client, topics);
    client.on('message', (topic, payload) => {
      void robot.#obey(topic.split('/').at(-1) ?? '', JSON.parse(payload.toString()) as Command);
    });
    await client.subscribeAsync(`${topics}/cmd/+`, { qos: 1 });
    await robot.#tellState();
    return robot;
  }

  /** Somebody fills it up: how much of each material is in it now, by the material's code. */
  async fill(levels: Readonly<Record<string, number>>): Promise<void> {
    this.#levels = Object.entries(levels).map(([code, level]) => ({ code, level }));
    await this.#say('event', { kind: 'material.refilled', materials: this.#levels });
  }

  async switchOff(): Promise<void> {
    await this.#say('state', { online: false });
    await this.#client.endAsync();
  }

  async #tellState(): Promise<void> {
    await this.#say('state', { online: true, fw: '1.0.0', mode: 'normal', faults: [] });
  }

  async #obey(id: string, { cmd, args }: Command): Promise<void> {
    await this.#answer(id, { stage: 'accepted' });
    if (cmd === 'makeOrder') await this.#make(args);
    if (cmd === 'reportState') {
      await this.#tellState();
      await this.#say('telemetry', { materials: this.#levels });
    }
    await this.#answer(id, { stage: 'result', ok: true, code: 'DONE' });
  }

  async #make({ orderNo = '', drinks = [] }: Command['args']): Promise<void> {
    for (const { line, drink } of drinks) {
      await this.#say('event', { kind: 'order.step', orderNo, line, drink, step: 1, event: 2251 });
      await this.#say('event', { kind: 'order.step', orderNo, line, drink, step: 2, event: 2301 });
    }
    this.made.push(orderNo);
  }

  async #say(topic: 'state' | 'telemetry' | 'event', data: object): Promise<void> {
    const message = {
      v: 1,
      id: randomUUID(),
      ts: new Date().toISOString(),
      seq: this.#seq++,
      session: this.#session,
      data,
    };
    await this.#client.publishAsync(`${this.#own}/${topic}`, JSON.stringify(message), {
      qos: 1,
      retain: topic === 'state',
    });
  }

  async #answer(id: string, answer: object): Promise<void> {
    const message = { v: 1, ts: new Date().toISOString(), ...answer };
    await this.#client.publishAsync(`${this.#own}/ack/${id}`, JSON.stringify(message), { qos: 1 });
  }
}
