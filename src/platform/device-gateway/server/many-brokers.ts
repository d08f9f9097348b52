import type { Logger } from 'pino';
import {
  type DeviceBroker,
  type DeviceDoor,
  type DeviceMessage,
  MAX_IN_FLIGHT,
  type Publication,
} from './device-broker.ts';
import { openExternalBroker } from './external-broker.ts';
import { MessageRate } from './message-rate.ts';
import { GATEWAY_ROLE } from './mosquitto-logins.ts';

/** A broker beside the installation's own, of one tenant alone. */
export interface FurtherBroker {
  readonly id: string;
  readonly tenantId: string;
  /** `mqtts://user:password@host:port`. */
  readonly url: string;
  /** The checked address that is connected to, whatever the name says later. */
  readonly address: string;
}

export interface BrokerFigures {
  readonly isUp: boolean;
  /** Messages of devices in the last minute, by second. */
  readonly messagesPerSecond: number;
  /** As the broker itself says; null where it does not. */
  readonly clients: number | null;
}

/** The brokers of tenants, served beside the installation's own by the same gateway. */
export interface FurtherBrokers {
  attach(broker: FurtherBroker): Promise<void>;
  detach(id: string): Promise<void>;
  readonly attached: ReadonlyMap<string, FurtherBroker>;
  /** Of a broker that is attached; of the installation's own without an id, the part of this tenant. */
  figures(tenantId: string, id?: string): BrokerFigures;
  /** When a device was heard through a broker last, by the clock of `performance`; undefined: not since this server began. */
  heardAt(imei: string, id: string): number | undefined;
}

export type ManyBrokers = DeviceBroker & { readonly further: FurtherBrokers };

const CLIENTS_TOPIC = '$SYS/broker/clients/connected';
/** Devices whose last broker is remembered. */
const MOST_PLACES = 100_000;

interface Attached {
  readonly asked: FurtherBroker;
  readonly broker: DeviceBroker;
  readonly rate: MessageRate;
  clients: number | null;
}

const tenantOf = (topic: string): string => topic.split('/')[1] ?? '';
/** The name of a server at a broker of a tenant. */
const nameAt = (serverId: string, brokerId: string): string => `${serverId}-${brokerId}`;
const imeiOf = (topic: string): string => topic.split('/')[3] ?? '';

/**
 * The installation's broker with those of tenants beside it. What a tenant's broker delivers counts for that tenant alone: whoever
 * runs it could say anything there, also in the name of others. What is published goes to all brokers of its tenant, because a
 * device that has moved may be at either; each id is done once (security 10.7).
 */
export function openManyBrokers(main: DeviceBroker, { serverId, log }: { serverId: string; log: Logger }): ManyBrokers {
  const attached = new Map<string, Attached>();
  const rates = new Map<string, MessageRate>();
  const places = new Map<string, { readonly id: string; readonly at: number }>();
  let door: DeviceDoor | undefined;

  const ofTenant = (tenantId: string): Attached[] =>
    [...attached.values()].filter(({ asked }) => asked.tenantId === tenantId);
  const note = (topic: string, id: string): void => notePlace(places, imeiOf(topic), id);

  const receiveAt = (of: Attached, message: DeviceMessage): Promise<void> => {
    const { topic, payload } = message;
    if (topic === CLIENTS_TOPIC) {
      const said = Number(payload.toString());
      of.clients = Number.isSafeInteger(said) ? said : null;
      return Promise.resolve();
    }
    if (tenantOf(topic) !== of.asked.tenantId) {
      log.warn({ broker: of.asked.id, tenantId: of.asked.tenantId }, 'A broker spoke for another tenant');
      return Promise.resolve();
    }
    of.rate.count();
    note(topic, of.asked.id);
    return door ? door.receive(message) : Promise.reject(new Error('The gateway is not open'));
  };

  const openAttached = (of: Attached, opened: DeviceDoor): Promise<void> => {
    const own = (filters: readonly string[]) =>
      filters.map((filter) => filter.replace('v1/+/', `v1/${of.asked.tenantId}/`));
    return of.broker.open({
      ...opened,
      subscribeTo: own(opened.subscribeTo),
      publishTo: own(opened.publishTo),
      receive: (message) => receiveAt(of, message),
    });
  };

  const further: FurtherBrokers = {
    attach: async (asked) => {
      await further.detach(asked.id);
      const { url, address } = asked;
      const name = nameAt(serverId, asked.id);
      const role = `${GATEWAY_ROLE}-${asked.tenantId}`;
      const broker = openExternalBroker({ url, address, serverId: name, role, log, watch: [CLIENTS_TOPIC] });
      const one: Attached = { asked, broker, rate: new MessageRate(), clients: null };
      attached.set(asked.id, one);
      if (door) await openAttached(one, door);
    },
    detach: async (id) => {
      const found = attached.get(id);
      attached.delete(id);
      for (const [imei, place] of places) if (place.id === id) places.delete(imei);
      await found?.broker.close();
    },
    get attached() {
      return new Map([...attached].map(([id, { asked }]) => [id, asked]));
    },
    figures: (tenantId, id) => {
      if (id === undefined)
        return { isUp: main.isUp, messagesPerSecond: rates.get(tenantId)?.perSecond() ?? 0, clients: null };
      const found = attached.get(id);
      if (!found || found.asked.tenantId !== tenantId) return { isUp: false, messagesPerSecond: 0, clients: null };
      return { isUp: found.broker.isUp, messagesPerSecond: found.rate.perSecond(), clients: found.clients };
    },
    heardAt: (imei, id) => {
      const place = places.get(imei);
      return place?.id === id ? place.at : undefined;
    },
  };

  return {
    further,
    kind: main.kind,
    get url() {
      return main.url;
    },
    get tlsUrl() {
      return main.tlsUrl;
    },
    serverId: main.serverId,
    get isUp() {
      return main.isUp;
    },
    open: async (opened) => {
      door = opened;
      await main.open({
        ...opened,
        receive: (message) => {
          countOf(rates, tenantOf(message.topic));
          note(message.topic, '');
          return opened.receive(message);
        },
      });
      for (const one of attached.values()) await openAttached(one, opened);
    },
    publish: async (publication) => {
      const others = ofTenant(tenantOf(publication.topic)).map(({ asked, broker }) => ({ id: asked.id, broker }));
      if (others.length === 0) await main.publish(publication);
      else
        await publishAt([{ id: '', broker: main }, ...others], places.get(imeiOf(publication.topic))?.id, publication);
    },
    saveLogin: async (login) => {
      await main.saveLogin(login);
      for (const { broker, asked } of ofTenant(tenantOf(login.rights.publish[0] ?? '')))
        await broker.saveLogin(login).catch((error: Error) => {
          log.warn({ broker: asked.id, reason: error.message }, 'A broker did not take the login of a device');
        });
    },
    removeLogin: async (imei) => {
      const all = [...attached.values()].map(({ broker }) => broker);
      await Promise.all([main.removeLogin(imei), Promise.allSettled(all.map((broker) => broker.removeLogin(imei)))]);
    },
    // one that is away now is asked again, as the dead server stays on the list until all have answered
    takeOver: async (id) => {
      let messages = await main.takeOver(id);
      const fetched = await Promise.allSettled(
        [...attached.values()].map(({ broker, asked }) => broker.takeOver(nameAt(id, asked.id))),
      );
      for (const one of fetched) {
        if (one.status === 'rejected') throw one.reason;
        messages += one.value;
      }
      return messages;
    },
    close: async () => {
      await Promise.allSettled([...attached.keys()].map((id) => further.detach(id)));
      await main.close();
      door = undefined;
    },
  };
}

function notePlace(places: Map<string, { readonly id: string; readonly at: number }>, imei: string, id: string): void {
  if (places.size >= MOST_PLACES) places.clear();
  places.set(imei, { id, at: performance.now() });
}

/** A tenant of a topic that is refused later takes no room for ever. */
function countOf(rates: Map<string, MessageRate>, tenantId: string): void {
  const rate = rates.get(tenantId) ?? new MessageRate();
  if (rates.size < MAX_IN_FLIGHT) rates.set(tenantId, rate);
  rate.count();
}

/** Where the device was heard last it must be taken; where that is not known, anywhere. */
async function publishAt(
  all: readonly { readonly id: string; readonly broker: DeviceBroker }[],
  place: string | undefined,
  publication: Publication,
): Promise<void> {
  const results = await Promise.allSettled(all.map(({ broker }) => broker.publish(publication)));
  const counts = results.filter((_, at) => place === undefined || all[at]?.id === place);
  const failed = counts.find((one) => one.status === 'rejected');
  if (failed?.status === 'rejected' && !counts.some((one) => one.status === 'fulfilled')) throw failed.reason;
}

/** The brokers of tenants, where this installation serves any; tests that speak through a broker of their own have none. */
export const furtherBrokersOf = (broker: DeviceBroker): FurtherBrokers | undefined =>
  'further' in broker ? (broker as ManyBrokers).further : undefined;
