import * as z from 'zod';
import type { Message } from '#platform/channels/contract/message.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { withPeople } from '#platform/database/server/reach-people.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { phoneWithCountry } from '#system/verification/rules/phone-number.ts';
import type { SendAnswer } from '../contract/endpoints.ts';
import { CHANNELS, type PushChannel } from '../contract/templates.ts';

type Skipped = SendAnswer['skipped'][number];

/** Where a message of each channel goes. */
export interface Receivers {
  readonly of: Readonly<Record<PushChannel, readonly string[]>>;
  readonly skipped: readonly Skipped[];
}

interface Asked {
  readonly userIds: readonly string[];
  readonly addresses: readonly string[];
}

const Mailbox = z.email().max(254);

/** The channel of an address, and the address as messages are sent to it; undefined for what is none. */
export function readAddress(
  written: string,
  language: Language,
): { readonly channel: PushChannel; readonly to: Message['to'] } | undefined {
  const mailbox = Mailbox.safeParse(written.trim());
  if (mailbox.success) return { channel: 'email', to: mailbox.data };
  const phone = phoneWithCountry(written, language);
  return phone === undefined ? undefined : { channel: 'sms', to: phone };
}

/** What `raise` says of it. */
export function notAnAddress(address: string, path: string): Parameters<typeof raise> {
  const fault = { path, code: 'push.address-form', params: { address } };
  return ['push.address-form', { address }, { faults: [fault] }];
}

/** The addresses of people and of others, each once, for the channels that are sent through. */
export async function findReceivers(
  context: RequestContext,
  { userIds, addresses }: Asked,
  channels: ReadonlySet<PushChannel>,
): Promise<Receivers> {
  const of: Record<PushChannel, Set<string>> = { email: new Set(), sms: new Set() };
  const skipped: Skipped[] = [];
  for (const written of addresses) {
    const address = readAddress(written, context.language);
    if (!address || !channels.has(address.channel)) raise(...notAnAddress(written, 'addresses'));
    of[address.channel].add(address.to);
  }
  for (const person of await findPeople(context, userIds)) {
    if (person.name === undefined) {
      skipped.push({ name: person.id, reason: 'unknown-person' });
      continue;
    }
    const { name } = person;
    for (const channel of CHANNELS.filter((one) => channels.has(one))) {
      const written = channel === 'email' ? person.email : person.phone;
      const address = written ? readAddress(written, context.language) : undefined;
      if (address?.channel === channel) of[channel].add(address.to);
      else skipped.push({ name, reason: channel === 'email' ? 'no-mailbox' : 'no-phone' });
    }
  }
  return { of: { email: [...of.email], sms: [...of.sms] }, skipped };
}

interface Person {
  readonly id: string;
  /** Undefined for who does not work here. */
  readonly name: string | undefined;
  readonly phone: string | null;
  readonly email: string | null;
}

async function findPeople(context: RequestContext, userIds: readonly string[]): Promise<Person[]> {
  const ids = [...new Set(userIds)];
  const known = ids.filter(isUuid);
  if (ids.length === 0) return [];
  const rows =
    known.length === 0
      ? []
      : await context.read((db) =>
          withPeople(db, (people) =>
            people
              .selectFrom('tenant_user')
              .select(['id', 'realname', 'username', 'phone', 'email'])
              .where('tenant_id', '=', Number(context.tenantId))
              .where('status', '=', 1)
              .where('id', 'in', known)
              .execute(),
          ),
        );
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
