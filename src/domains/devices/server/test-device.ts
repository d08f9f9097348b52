import { randomBytes, randomUUID } from 'node:crypto';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { type DeviceAddress, deviceTopic } from '#domains/devices/contract/topics.ts';

/** Answer of MQTT 3.1.1 to a connection that the server cannot check now. */
const SERVER_UNAVAILABLE = 3;

export interface HeardCommand {
  readonly id: string;
  readonly cmd: string;
  readonly args: Record<string, unknown>;
  readonly issuedAt: string;
  readonly ttlS: number;
}

/** A device that speaks the public protocol, a word at a time. */
export class TestDevice {
  readonly address: DeviceAddress;
  readonly commands: HeardCommand[] = [];
  readonly configs: unknown[] = [];
  session = '';
  seq = 0;
  client: MqttClient | undefined;
  readonly #url: string;
  readonly #password: string;

  constructor(url: string, address: DeviceAddress, password: string) {
    this.#url = url;
    this.address = address;
    this.#password = password;
  }

  frame(data: object, more: object = {}): string {
    const message = {
      v: 1,
      id: randomUUID(),
      ts: new Date().toISOString(),
      seq: this.seq,
      session: this.session,
      data,
      ...more,
    };
    this.seq += 1;
    return JSON.stringify(message);
  }

  async connect(options: IClientOptions = {}): Promise<this> {
    const { imei } = this.address;
    this.session = randomBytes(6).toString('hex');
    this.seq = 0;
    const will = {
      topic: deviceTopic.state(this.address),
      payload: Buffer.from(this.frame({ online: false })),
      qos: 1 as const,
      retain: true,
    };
    const settings = {
      clientId: imei,
      username: imei,
      password: this.#password,
      reconnectPeriod: 0,
      connectTimeout: 3_000,
      will,
    };
    this.client = await this.#open({ ...settings, ...options });
    this.client.on('error', () => undefined);
    this.client.on('message', (topic, payload) => {
      const said = JSON.parse(payload.toString()) as HeardCommand;
      if (topic.includes('/cmd/')) this.commands.push({ ...said, id: topic.split('/').at(-1) ?? '' });
      else this.configs.push(said);
    });
    await this.client.subscribeAsync([deviceTopic.commands(this.address), deviceTopic.configDesired(this.address)], {
      qos: 1,
    });
    return this;
  }

  /** As devices do, it tries again where the server says that it cannot look now; a busy machine makes a test do so too. */
  async #open(settings: IClientOptions, attempts = 3): Promise<MqttClient> {
    try {
      return await connectAsync(this.#url, settings);
    } catch (error) {
      if ((error as { code?: unknown }).code !== SERVER_UNAVAILABLE || attempts === 1) throw error;
      return this.#open(settings, attempts - 1);
    }
  }

  /** Connects and says that it is there. */
  async birth(data: object = {}): Promise<this> {
    await this.connect();
    await this.state({ online: true, fw: '4.2.0', mode: 'normal', faults: [], ...data });
    return this;
  }

  state(data: object, more: object = {}): Promise<unknown> {
    return this.say(deviceTopic.state(this.address), this.frame(data, more), true);
  }

  telemetry(data: object, more: object = {}): Promise<unknown> {
    return this.say(deviceTopic.telemetry(this.address), this.frame(data, more));
  }

  /** The settings that it runs with. */
  config(data: object): Promise<unknown> {
    return this.say(deviceTopic.configReported(this.address), this.frame(data));
  }

  event(data: object, more: object = {}): Promise<unknown> {
    return this.say(deviceTopic.event(this.address), this.frame(data, more));
  }

  ack(commandId: string, answer: object): Promise<unknown> {
    return this.say(
      deviceTopic.ack(this.address, commandId),
      JSON.stringify({ v: 1, ts: new Date().toISOString(), ...answer }),
    );
  }

  /** QoS 1: resolves when the server has acknowledged, so after its commit. */
  say(topic: string, payload: string, retain = false): Promise<unknown> {
    if (!this.client) throw new Error('The device is not connected');
    return this.client.publishAsync(topic, payload, { qos: 1, retain });
  }

  /** Goes without goodbye: the will speaks. */
  async vanish(): Promise<void> {
    this.client?.stream.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async leave(): Promise<void> {
    await this.client?.endAsync(true);
  }
}
