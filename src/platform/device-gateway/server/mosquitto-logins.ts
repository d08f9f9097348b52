import { randomUUID } from 'node:crypto';
import type { DeviceRights } from './device-broker.ts';

export const CONTROL_TOPIC = '$CONTROL/dynamic-security/v1';
export const CONTROL_RESPONSE_TOPIC = `${CONTROL_TOPIC}/response`;
const ANSWER_TIMEOUT_MS = 5_000;
const GATEWAY_ROLE = 'device-gateway';

interface ControlCommand {
  readonly command: string;
  readonly [field: string]: unknown;
}

interface ControlAnswer {
  readonly command: string;
  readonly error?: string;
  readonly correlationData?: string;
  readonly data?: {
    readonly role?: { readonly acls?: readonly Acl[] };
    readonly client?: { readonly roles?: readonly { rolename: string }[] };
  };
}

interface Acl {
  readonly acltype: string;
  readonly topic: string;
  readonly allow: boolean;
}

/**
 * Keeps device credentials and rights inside Mosquitto through its dynamic-security control topic (security 10.2): one
 * client and one role per device, nothing allowed that is not named.
 */
export class MosquittoLogins {
  readonly #send: (payload: string) => Promise<void>;
  readonly #waiting = new Map<string, (answer: ControlAnswer) => void>();

  constructor(send: (payload: string) => Promise<void>) {
    this.#send = send;
  }

  /** Receives the answers of the broker on `CONTROL_RESPONSE_TOPIC`. */
  answered(payload: string): void {
    const { responses } = JSON.parse(payload) as { responses: ControlAnswer[] };
    for (const answer of responses) {
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
    const found = await this.#exchange({ command: 'getRole', rolename: GATEWAY_ROLE });
    if (found.error) await this.#ask({ command: 'createRole', rolename: GATEWAY_ROLE, acls: wanted });
    else if (!sameAcls(found.data?.role?.acls ?? [], wanted)) {
      await this.#ask({ command: 'modifyRole', rolename: GATEWAY_ROLE, acls: wanted });
    }
    const account = await this.#exchange({ command: 'getClient', username: ownUsername });
    const roles = account.data?.client?.roles ?? [];
    if (!roles.some((role) => role.rolename === GATEWAY_ROLE)) {
      await this.#ask({ command: 'addClientRole', username: ownUsername, rolename: GATEWAY_ROLE });
    }
  }

  async save(login: { imei: string; password: string; rights: DeviceRights }): Promise<void> {
    const { imei, password, rights } = login;
    await this.remove(imei);
    await this.#ask({
      command: 'createRole',
      rolename: roleOf(imei),
      acls: [
        ...rights.publish.map((topic) => allow('publishClientSend', topic)),
        ...rights.subscribe.flatMap((topic) => [
          allow('subscribePattern', topic),
          allow('publishClientReceive', topic),
        ]),
      ],
    });
    await this.#ask({
      command: 'createClient',
      username: imei,
      clientid: imei,
      password,
      roles: [{ rolename: roleOf(imei) }],
    });
  }

  /** The broker also hangs up on the device. */
  async remove(imei: string): Promise<void> {
    await this.#tolerate('not found', { command: 'deleteClient', username: imei });
    await this.#tolerate('not found', { command: 'deleteRole', rolename: roleOf(imei) });
  }

  async #tolerate(words: string, command: ControlCommand): Promise<void> {
    const { error } = await this.#exchange(command);
    if (error && !error.toLowerCase().includes(words)) throw new Error(`Broker refused ${command.command}: ${error}`);
  }

  async #ask(command: ControlCommand): Promise<void> {
    const { error } = await this.#exchange(command);
    if (error) throw new Error(`Broker refused ${command.command}: ${error}`);
  }

  async #exchange(command: ControlCommand): Promise<ControlAnswer> {
    const correlationData = randomUUID();
    const answer = new Promise<ControlAnswer>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`The broker did not answer ${command.command} on ${CONTROL_TOPIC}`)),
        ANSWER_TIMEOUT_MS,
      );
      this.#waiting.set(correlationData, (received) => {
        clearTimeout(timer);
        resolve(received);
      });
    });
    // a send that fails leaves no call waiting for the answer
    answer.catch(() => undefined);
    try {
      await this.#send(JSON.stringify({ commands: [{ ...command, correlationData }] }));
      return await answer;
    } finally {
      this.#waiting.delete(correlationData);
    }
  }
}

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
