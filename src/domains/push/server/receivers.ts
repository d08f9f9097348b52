import * as z from 'zod';
import { type KnownCustomer, listCustomers } from '#domains/customers/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { seePeople } from '#platform/database/server/reach-people.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { distinctIds } from '#platform/ids/server/distinct-ids.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { phoneWithCountry } from '#system/verification/rules/phone-number.ts';
import type { SendAnswer } from '../contract/endpoints.ts';
import type { PushChannel } from '../contract/templates.ts';

type Skipped = SendAnswer['skipped'][number];

/** Where a message goes, and which customer that is. */
export interface Receiver {
  readonly to: string;
  readonly customerId?: string;
}

export interface Receivers {
  of(channel: PushChannel): readonly Receiver[];
  readonly skipped: readonly Skipped[];
}

interface Asked {
  readonly userIds: readonly string[];
  readonly customerIds?: readonly string[];
  readonly addresses: readonly string[];
}

const Mailbox = z.email().max(254);
const OPENID = /^[\w-]{8,64}$/;
const TOKEN = /^[\w:%.-]{8,250}$/;

/** The channel of an address, and the address as messages are sent to it; undefined for what is none. */
export function readAddress(
  written: string,
  language: Language,
): { readonly channel: 'email' | 'sms'; readonly to: string } | undefined {
  const mailbox = Mailbox.safeParse(written.trim());
  if (mailbox.success) return { channel: 'email', to: mailbox.data };
  const phone = phoneWithCountry(written, language);
  return phone === undefined ? undefined : { channel: 'sms', to: phone };
}

/** The address as messages are sent to it by this channel; undefined for what is none. */
export function addressFor(channel: PushChannel, written: string, language: Language): string | undefined {
  const text = written.trim();
  if (channel === 'wechat') return OPENID.test(text) ? text : undefined;
  if (channel === 'push') return TOKEN.test(text) ? text : undefined;
  if (channel === 'backend') return isUuid(text) ? text : undefined;
  if (channel === 'api') return text === '' || text.length > 100 || /\p{Cc}/u.test(text) ? undefined : text;
  const address = readAddress(text, language);
  return address?.channel === channel ? address.to : undefined;
}

/** What `raise` says of it. */
export function notAnAddress(address: string, path: string): Parameters<typeof raise> {
  const fault = { path, code: 'push.address-form', params: { address } };
  return ['push.address-form', { address }, { faults: [fault] }];
}

const LACKS: Readonly<Record<PushChannel, Skipped['reason']>> = {
  ...{ email: 'no-mailbox', sms: 'no-phone', wechat: 'no-wechat', push: 'no-device' },
  ...{ api: 'not-this-way', backend: 'not-this-way' },
};

/** The addresses of people, customers and others, each once, for the channels that are sent through. */
export async function findReceivers(
  context: RequestContext,
  { userIds, customerIds = [], addresses }: Asked,
  channels: ReadonlySet<PushChannel>,
): Promise<Receivers> {
  const found = new Map<PushChannel, Map<string, Receiver>>();
  const add = (channel: PushChannel, receiver: Receiver): void => {
    const known = found.get(channel) ?? new Map<string, Receiver>();
    if (!known.has(receiver.to)) known.set(receiver.to, receiver);
    found.set(channel, known);
  };
  const skipped: Skipped[] = [];
  for (const written of addresses) {
    const address = readAddress(written, context.language);
    if (!address || !channels.has(address.channel)) raise(...notAnAddress(written, 'addresses'));
    add(address.channel, { to: address.to });
  }
  for (const person of await findPeople(context, userIds)) {
    const { name } = person;
    if (name === undefined) skipped.push({ name: person.id, reason: 'unknown-person' });
    else
      for (const channel of channels) {
        const to = addressOfPerson(person, channel, context.language);
        if (to === undefined) skipped.push({ name, reason: LACKS[channel] });
        else add(channel, { to });
      }
  }
  for (const one of await findChosenCustomers(context, customerIds)) {
    if (!one.customer?.consent) {
      const reason = one.customer ? 'no-consent' : 'unknown-person';
      skipped.push({ name: one.customer ? nameOf(one.customer) : one.id, reason });
      continue;
    }
    const { customer } = one;
    for (const channel of channels) {
      const places = one.addresses.of(channel);
      if (places.length === 0) skipped.push({ name: nameOf(customer), reason: LACKS[channel] });
      for (const to of places) add(channel, { to, customerId: customer.id });
    }
  }
  return { of: (channel) => [...(found.get(channel)?.values() ?? [])], skipped };
}

const nameOf = ({ name, userId }: KnownCustomer): string => name || userId;
/** Of the two that the program speaks itself, such as in what it says of a phone number. */
const spokenBy = ({ language }: Pick<KnownCustomer, 'language'>): Language =>
  language.startsWith('zh') ? 'zh-CN' : 'en-US';

interface Addresses {
  of(channel: PushChannel): readonly string[];
}

/** Every address of each customer: phone, mailbox, apps, accounts of WeChat; a program knows him by his own word. */
export async function addressesOf(
  db: TenantDb,
  customers: readonly KnownCustomer[],
): Promise<ReadonlyMap<string, Addresses>> {
  const ids = customers.map(({ id }) => id);
  const devices =
    ids.length === 0
      ? []
      : await db
          .selectFrom('customer_device')
          .select(['customer_id', 'channel', 'address'])
          .where('customer_id', 'in', ids)
          .orderBy('last_seen_at', 'desc')
          .execute();
  const ofCustomer = Map.groupBy(devices, ({ customer_id }) => customer_id);
  return new Map(
    customers.map((customer) => [
      customer.id,
      {
        of: (channel) => {
          if (channel === 'backend') return [];
          if (channel === 'push' || channel === 'wechat')
            return (ofCustomer.get(customer.id) ?? [])
              .filter((one) => one.channel === channel)
              .map((one) => one.address);
          const written = { email: customer.email, sms: customer.phone, api: customer.userId }[channel];
          const to = addressFor(channel, written, spokenBy(customer));
          return to === undefined ? [] : [to];
        },
      },
    ]),
  );
}

interface ChosenCustomer {
  readonly id: string;
  readonly customer: KnownCustomer | undefined;
  readonly addresses: Addresses;
}

/** Who is restricted to spots writes to those alone who bought there. */
async function findChosenCustomers(
  context: RequestContext,
  customerIds: readonly string[],
): Promise<readonly ChosenCustomer[]> {
  const ids = distinctIds(customerIds);
  if (ids.length === 0) return [];
  const { actor } = context;
  const seen = actor.isRoot || actor.spotIds === null ? {} : { boughtAt: actor.spotIds };
  return context.read(async (db) => {
    const found = new Map((await listCustomers(db, { ids, ...seen })).map((one) => [one.id, one]));
    const addresses = await addressesOf(db, [...found.values()]);
    return ids.map((id) => ({ id, customer: found.get(id), addresses: addresses.get(id) ?? { of: () => [] } }));
  });
}

export interface Person {
  readonly id: string;
  /** Undefined for who does not work here. */
  readonly name: string | undefined;
  readonly phone: string | null;
  readonly email: string | null;
}

export function addressOfPerson(person: Person, channel: PushChannel, language: Language): string | undefined {
  if (channel === 'backend') return person.id;
  if (channel !== 'email' && channel !== 'sms') return undefined;
  const written = channel === 'email' ? person.email : person.phone;
  return written ? addressFor(channel, written, language) : undefined;
}

async function findPeople(context: RequestContext, userIds: readonly string[]): Promise<Person[]> {
  const ids = distinctIds(userIds);
  const known = ids.filter(isUuid);
  if (ids.length === 0) return [];
  const rows =
    known.length === 0
      ? []
      : await context.read(async (db) => {
          await seePeople(db);
          return db
            .selectFrom('tenant_user')
            .select(['id', 'realname', 'username', 'phone', 'email'])
            .where('status', '=', 1)
            .where('id', 'in', known)
            .execute();
        });
  const found = new Map(rows.map((row) => [String(row.id), row]));
  return ids.map((id) => {
    const row = found.get(id);
    return {
      id,
      name: row ? row.realname || row.username || '' : undefined,
      phone: row?.phone ?? null,
      email: row?.email ?? null,
    };
  });
}
