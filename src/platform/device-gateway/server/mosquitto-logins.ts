import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { DeviceRights } from './device-broker.ts';

export const CONTROL_TOPIC = '$CONTROL/dynamic-security/v1';
export const CONTROL_RESPONSE_TOPIC = `${CONTROL_TOPIC}/response`;
const ANSWER_TIMEOUT_MS = 5_000;
export const GATEWAY_ROLE = 'device-gateway';

interface ControlCommand {
  readonly command: string;
  readonly [field: string]: unknown;
}

const Acl = z.object({ acltype: z.string(), topic: z.string(), allow: z.boolean() });
type Acl = z.infer<typeof Acl>;

const ControlAnswer = z.object({
  command: z.string(),
  error: z.string().optional(),
  correlationData: z.string().optional(),
  data: z
    .object({
      role: z.object({ acls: z.array(Acl).optional() }).optional(),
      client: z.object({ roles: z.array(z.object({ rolename: z.string() })).optional() }).optional(),
    })
    .optional(),
});
type ControlAnswer = z.infer<typeof ControlAnswer>;

const ControlAnswers = z.object({ responses: z.array(ControlAnswer) });

/**
 * Keeps device credentials and rights inside Mosquitto through its dynamic-security control topic (security 10.2): one
 * client and one role per device, nothing allowed that is not named.
 */
export class MosquittoLogins {
  readonly #send: (payload: string) => Promise<void>;
  readonly #role: string;
  readonly #waiting = new Map<string, (answer: ControlAnswer) => void>();

  constructor(send: (payload: string) => Promise<void>, role = GATEWAY_ROLE) {
    this.#send = send;
    this.#role = role;
  }

  /** Receives the answers of the broker on `CONTROL_RESPONSE_TOPIC`; that of a tenant may say anything there. */
  answered(payload: string): void {
    for (const answer of answersOf(payload)) {
      if (answer.correlationData) this.#waiting.get(answer.correlationData)?.(answer);
    }
  }

  /**
   * Closes everything by default and gives the server's own account what it needs. Writes only what differs: the broker
   * disconnects every client with a changed role, other servers included.
   */
  async prepare(
    ownUsername: string,
    filters: { subscribeTo: readonly string[]; publishTo: readonly string[] },
  ): Promise<void> {
    await this.#ask({
      command: 'setDefaultACLAccess',
      acls: [
        { acltype: 'publishClientSend', allow: false },
        { acltype: 'publishClientReceive', allow: false },
        { acltype: 'subscribe', allow: false },
        { acltype: 'unsubscribe', allow: true },
      ],
    });
    const wanted = [
      ...filters.subscribeTo.flatMap((topic) => [
        allow('subscribePattern', topic),
        allow('publishClientReceive', topic),
      ]),
      ...filters.publishTo.map((topic) => allow('publishClientSend', topic)),
    ];
    const found = await this.#exchange({ command: 'getRole', rolename: this.#role });
    if (found.error) await this.#ask({ command: 'createRole', rolename: this.#role, acls: wanted });
    else if (!sameAcls(found.data?.role?.acls ?? [], wanted)) {
      await this.#ask({ command: 'modifyRole', rolename: this.#role, acls: wanted });
    }
    const account = await this.#exchange({ command: 'getClient', username: ownUsername });
    const roles = account.data?.client?.roles ?? [];
    if (!roles.some((role) => role.rolename === this.#role)) {
      await this.#ask({ command: 'addClientRole', username: ownUsername, rolename: this.#role });
    }
  }

  /**
   * In one message: Mosquitto holds each answer back until what it sent before has arrived (Nagle), a twentieth of a second each time.
   */
  async save(login: { imei: string; password: string; rights: DeviceRights }): Promise<void> {
    const { imei, password, rights } = login;
    await this.#askAll([
      ...removalOf(imei),
      {
        command: 'createRole',
        rolename: roleOf(imei),
        acls: [
          ...rights.publish.map((topic) => allow('publishClientSend', topic)),
          ...rights.subscribe.flatMap((topic) => [
            allow('subscribePattern', topic),
            allow('publishClientReceive', topic),
          ]),
        ],
      },
      {
        command: 'createClient',
        username: imei,
        clientid: imei,
        password,
        roles: [{ rolename: roleOf(imei) }],
      },
    ]);
  }

  /** The broker also hangs up on the device. */
  async remove(imei: string): Promise<void> {
    await this.#askAll(removalOf(imei));
  }

  /** What is to be removed may be gone. */
  async #askAll(commands: readonly ControlCommand[]): Promise<void> {
    for (const { command, error } of await this.#exchangeAll(commands)) {
      const isGone = command.startsWith('delete') && error?.toLowerCase().includes('not found');
      if (error && !isGone) throw new Error(`Broker refused ${command}: ${error}`);
    }
  }

  #ask(command: ControlCommand): Promise<void> {
    return this.#askAll([command]);
  }

  async #exchange(command: ControlCommand): Promise<ControlAnswer> {
    const [answer] = await this.#exchangeAll([command]);
    return answer!;
  }

  /** Answers in the order of the commands. */
  async #exchangeAll(commands: readonly ControlCommand[]): Promise<ControlAnswer[]> {
    const asked = commands.map((command) => ({ ...command, correlationData: randomUUID() }));
    const answers = Promise.all(asked.map((command) => this.#answerTo(command)));
    // a send that fails leaves no call waiting for the answers
    answers.catch(() => undefined);
    try {
      await this.#send(JSON.stringify({ commands: asked }));
      return await answers;
    } finally {
      for (const { correlationData } of asked) this.#waiting.delete(correlationData);
    }
  }

  #answerTo({ command, correlationData }: ControlCommand & { correlationData: string }): Promise<ControlAnswer> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`The broker did not answer ${command} on ${CONTROL_TOPIC}`)),
        ANSWER_TIMEOUT_MS,
      );
      this.#waiting.set(correlationData, (received) => {
        clearTimeout(timer);
        resolve(received);
      });
    });
  }
}

function answersOf(payload: string): readonly ControlAnswer[] {
  try {
    return ControlAnswers.parse(JSON.parse(payload)).responses;
  } catch {
    return [];
  }
}

const removalOf = (imei: string): readonly ControlCommand[] => [
  { command: 'deleteClient', username: imei },
  { command: 'deleteRole', rolename: roleOf(imei) },
];

function allow(acltype: string, topic: string) {
  return { acltype, topic, priority: 0, allow: true };
}

function sameAcls(some: readonly Acl[], others: readonly Acl[]): boolean {
  const texts = (acls: readonly Acl[]) =>
    acls
      .map((acl) => `${acl.acltype} ${acl.topic} ${acl.allow}`)
      .sort()
      .join('\n');
  return texts(some) === texts(others);
}

function roleOf(imei: string): string {
  return `device-${imei}`;
}
