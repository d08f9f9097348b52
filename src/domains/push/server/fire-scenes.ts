import type { KnownCustomer } from '#domains/customers/server/index.ts';
import type { MessageKind } from '#platform/channels/contract/channels.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { PUSH_EVENTS } from '../contract/scenes.ts';
import { LONGEST_CONTENT } from '../contract/templates.ts';
import { inLanguage } from '../rules/choose-template.ts';
import { codesOf, fillMessage, type MessageValues } from '../rules/fill-message.ts';
import { addressesOf, addressOfPerson, type Person, type Receiver } from './receivers.ts';
import { deliverPush, messageOf, select, type Template, toTemplate } from './send.ts';

export type PushEvent = (typeof PUSH_EVENTS)[number];

/** Who is told, with the values of a text in a language. */
export type Addressee = {
  readonly values: (language: string) => MessageValues;
} & ({ readonly customer: KnownCustomer } | { readonly person: Person });

export interface Happened {
  readonly event: PushEvent;
  /** What it is about: a scene writes about it once to the same receiver. */
  readonly key: string;
  /** Asked before a message leaves: does it still hold? */
  readonly check?: string;
  /** Before the delay of the scene: five minutes at an outlet, a day of a rental. */
  readonly afterMs?: number;
  readonly addressees: readonly Addressee[];
}

const KINDS = { coupon: 'coupons', order: 'orders', rental: 'rentals', points: 'points', alarm: 'alarms' } as const;
type Subject = keyof typeof KINDS;

/** Of what an event is news: people may say no to some kinds, and some wait for the morning. */
export const kindOf = (event: `${Subject}-${string}`): MessageKind => KINDS[event.split('-')[0] as Subject];

/** Which of these events a scene listens to: whoever tells many people of one asks before. */
export async function eventsInUse(tx: Transaction, events: readonly PushEvent[]): Promise<ReadonlySet<string>> {
  const rows = await tx.db
    .selectFrom('push_scene')
    .select('event')
    .distinct()
    .where('event', 'in', events)
    .where('status', '=', 1)
    .execute();
  return new Set(rows.flatMap(({ event }) => event ?? []));
}

/**
 * Writes what the scenes of an event send, each text as it reads now, each with the time when it is due (practice 14). An event that
 * comes twice writes nothing new.
 */
export async function fireScenes(services: Services, tx: Transaction, happened: Happened): Promise<void> {
  const { event, key, check = '', afterMs = 0, addressees } = happened;
  if (addressees.length === 0) return;
  const scenes = await tx.db
    .selectFrom('push_scene')
    .select(['id', 'template_codes', 'delay_seconds'])
    .where('event', '=', event)
    .where('status', '=', 1)
    .execute();
  if (scenes.length === 0) return;
  const texts = (await select(tx.db).execute()).map(toTemplate);
  const addresses = await addressesOf(
    tx.db,
    addressees.flatMap((one) => ('customer' in one ? [one.customer] : [])),
  );
  for (const scene of scenes) {
    const waitMs = afterMs + scene.delay_seconds * 1_000;
    const dueAt = waitMs > 0 ? { dueAt: new Date(tx.now().getTime() + waitMs) } : {};
    for (const one of addressees)
      for (const { template, receiver } of sendings(texts, scene.template_codes, one, addresses)) {
        const filled = fillMessage(template, one.values(template.language));
        // a text that asks for what this event does not know is not sent with a name in braces
        if (filled.lacking.length > 0) continue;
        const content = filled.content.slice(0, LONGEST_CONTENT[template.channel]).toWellFormed();
        const title = filled.title.slice(0, 200).toWellFormed();
        await deliverPush({ services }, tx, messageOf(receiver, template, { title, content }), {
          ...dueAt,
          ...{ templateCode: template.code, sceneId: scene.id, kind: kindOf(event), eventKey: key, eventCheck: check },
          ...(receiver.customerId === undefined ? {} : { customerId: receiver.customerId }),
        });
      }
  }
}

/** Staff are written to in English where the code has such a text: who reads the other one says so by his bell. */
const STAFF_LANGUAGE = 'en-US';
const languageOf = (one: Addressee): string => ('customer' in one ? one.customer.language : STAFF_LANGUAGE);

function sendings(
  texts: readonly Template[],
  templateCodes: string,
  one: Addressee,
  addresses: Awaited<ReturnType<typeof addressesOf>>,
): { readonly template: Template; readonly receiver: Receiver }[] {
  const language = languageOf(one);
  return codesOf(templateCodes)
    .flatMap((code) =>
      inLanguage(
        texts.filter((text) => text.code.toLowerCase() === code.toLowerCase()),
        language,
      ),
    )
    .flatMap((template) => receiversOf(one, template, addresses).map((receiver) => ({ template, receiver })));
}

function receiversOf(
  one: Addressee,
  { channel }: Template,
  addresses: Awaited<ReturnType<typeof addressesOf>>,
): Receiver[] {
  if ('customer' in one)
    return (addresses.get(one.customer.id)?.of(channel) ?? []).map((to) => ({ to, customerId: one.customer.id }));
  const to = addressOfPerson(one.person, channel, STAFF_LANGUAGE);
  return to === undefined ? [] : [{ to }];
}
