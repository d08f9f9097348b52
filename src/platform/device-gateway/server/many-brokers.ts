import type { Logger } from 'pino';
import type { BrokerFailure } from './broker-failure.ts';
import { type DeviceBroker, type DeviceDoor, MAX_IN_FLIGHT, type Publication } from './device-broker.ts';
import { type ExternalBroker, openExternalBroker } from './external-broker.ts';
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
  /** Why it is not up, as far as it is known. */
  readonly failure: BrokerFailure | null;
}

/** The brokers of tenants, served beside the installation's own by the same gateway. */
export interface FurtherBrokers {
  attach(broker: FurtherBroker): Promise<void>;
  detach(id: string): Promise<void>;
  readonly attached: ReadonlyMap<string, FurtherBroker>;
  /** Of a broker that is attached; of the installation's own without an id, the part of this tenant. */
  figures(tenantId: string, id?: string): BrokerFigures;
  /** When a device was heard through a broker last, by the clock of `performance`; undefined: not since this server began. */
  heardAt(tenantId: string, imei: string, id: string): number | undefined;
}

export type ManyBrokers = DeviceBroker & { readonly further: FurtherBrokers };

const CLIENTS_TOPIC = '$SYS/broker/clients/connected';
/** Devices whose last broker is remembered. */
const MOST_PLACES = 100_000;

export const NOT_HERE: BrokerFigures = { isUp: false, messagesPerSecond: 0, clients: null, failure: null };

interface Attached {
  readonly asked: FurtherBroker;
  readonly broker: ExternalBroker;
  readonly rate: MessageRate;
  clients: number | null;
}

const tenantOf = (topic: string): string => topic.split('/')[1] ?? '';
/** The name of a server at a broker of a tenant. */
const nameAt = (serverId: string, brokerId: string): string => `${serverId}-${brokerId}`;
const placeKey = (tenantId: string, imei: string): string => `${tenantId}/${imei}`;
/** Of the device of a topic: an IMEI alone may stand in the topics of any tenant. */
const placeKeyOf = (topic: string): string => placeKey(tenantOf(topic), topic.split('/')[3] ?? '');

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
  const note = (topic: string, id: string): void => notePlace(places, placeKeyOf(topic), id);

  const openAttached = (of: Attached, opened: DeviceDoor): Promise<void> =>
    of.broker.open(doorOf(of, opened, { log, note: (topic) => note(topic, of.asked.id) }));

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
      for (const [key, place] of places) if (place.id === id) places.delete(key);
      await found?.broker.close();
    },
    get attached() {
      return new Map([...attached].map(([id, { asked }]) => [id, asked]));
    },
    figures: (tenantId, id) => {
      if (id === undefined)
        return { ...NOT_HERE, isUp: main.isUp, messagesPerSecond: rates.get(tenantId)?.perSecond() ?? 0 };
      const found = attached.get(id);
      if (!found || found.asked.tenantId !== tenantId) return NOT_HERE;
      return {
        isUp: found.broker.isUp,
        messagesPerSecond: found.rate.perSecond(),
        clients: found.clients,
        failure: found.broker.failure,
      };
    },
    heardAt: (tenantId, imei, id) => {
      const place = places.get(placeKey(tenantId, imei));
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
        await publishAt(
          [{ id: '', broker: main }, ...others],
          places.get(placeKeyOf(publication.topic))?.id,
          publication,
        );
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
    takeOver: async (id) => (await main.takeOver(id)) + (await takeOverAt([...attached.values()], id)),
    close: async () => {
      await Promise.allSettled([...attached.keys()].map((id) => further.detach(id)));
      await main.close();
      door = undefined;
    },
  };
}

/** Of a broker of a tenant: the topics of that tenant alone, whatever it delivers. */
function doorOf(
  of: Attached,
  opened: DeviceDoor,
  { log, note }: { readonly log: Logger; note(topic: string): void },
): DeviceDoor {
  const { id: broker, tenantId } = of.asked;
  const own = (filters: readonly string[]) => filters.map((filter) => filter.replace('v1/+/', `v1/${tenantId}/`));
  return {
    ...opened,
    subscribeTo: own(opened.subscribeTo),
    publishTo: own(opened.publishTo),
    receive: async (message) => {
      const { topic, payload } = message;
      if (topic === CLIENTS_TOPIC) {
        const said = Number(payload.toString());
        of.clients = Number.isSafeInteger(said) ? said : null;
      } else if (tenantOf(topic) !== tenantId) {
        log.warn({ broker, tenantId }, 'A broker spoke for another tenant');
      } else {
        of.rate.count();
        note(topic);
        await opened.receive(message);
      }
    },
  };
}

/** What brokers of tenants keep for a dead server. One that is away is asked again: the server stays on the list until all have answered. */
async function takeOverAt(attached: readonly Attached[], serverId: string): Promise<number> {
  const fetched = await Promise.allSettled(
    attached.map(({ broker, asked }) => broker.takeOver(nameAt(serverId, asked.id))),
  );
  let messages = 0;
  for (const one of fetched) {
    if (one.status === 'rejected') throw one.reason;
    messages += one.value;
  }
  return messages;
}

function notePlace(places: Map<string, { readonly id: string; readonly at: number }>, key: string, id: string): void {
  if (places.size >= MOST_PLACES) places.clear();
  places.set(key, { id, at: performance.now() });
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
