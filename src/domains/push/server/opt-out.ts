import { customers } from '#domains/customers/contract/customers.ts';
import { findCustomer, findCustomerByWord, nameCustomer } from '#domains/customers/server/index.ts';
import { OPTIONAL_KINDS, type OptionalKind } from '#platform/channels/contract/channels.ts';
import type { MessageInput } from '#platform/channels/contract/message.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { rawRoute } from '#platform/http/server/route.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { sameDigest } from '#platform/secrets/server/secrets.ts';
import { LINK, type LinkAnswer } from '../contract/choices.ts';
import { CHOICES_PAGE, ONE_CLICK_PATH } from '../contract/choices-calls.ts';
import type { MessageChoices } from '../contract/devices.ts';
import enUS from '../locales/messages.en-US.json' with { type: 'json' };
import zhCN from '../locales/messages.zh-CN.json' with { type: 'json' };

const PURPOSE = 'message-choices';

const isOptional = (kind: string | undefined): kind is OptionalKind =>
  (OPTIONAL_KINDS as readonly string[]).includes(kind ?? '');

/** Says whose choice it is and of what; nobody else can write one, and it opens nothing but the choices. */
function linkOf(
  { secrets }: Pick<Services, 'secrets'>,
  tenantId: string,
  { customerId, kind }: { readonly customerId: string; readonly kind: OptionalKind },
): string {
  const about = `${tenantId}.${customerId}.${kind}`;
  return `${about}.${secrets.hmac(PURPOSE, about).toString('base64url')}`;
}

interface Opened {
  readonly tenantId: string;
  readonly customerId: string;
  readonly kind: OptionalKind;
}

function openLink({ secrets }: Pick<Services, 'secrets'>, link: string): Opened {
  const [tenantId = '', customerId = '', kind, proof = ''] = LINK.test(link) ? link.split('.') : [];
  const expected = secrets.hmac(PURPOSE, `${tenantId}.${customerId}.${kind}`);
  if (!isOptional(kind) || !sameDigest(expected, Buffer.from(proof, 'base64url'))) raise('push.link-over');
  return { tenantId, customerId, kind };
}

/** An offer by mail says in its text and in its header how to hear no more of them. */
export function withLink(
  services: Pick<Services, 'secrets'> & Partial<Pick<Services, 'config'>>,
  tenantId: string,
  message: MessageInput,
  { customerId, kind }: { readonly customerId?: string; readonly kind?: string },
): MessageInput {
  if (message.channel !== 'email' || customerId === undefined || !isOptional(kind) || !services.config) return message;
  const link = linkOf(services, tenantId, { customerId, kind });
  const unsubscribe = new URL(ONE_CLICK_PATH.replace(':link', link), services.config.publicUrl).href;
  const isChinese = /\p{Script=Han}/u.test(message.text);
  const text = `${message.text}\n\n--\n${(isChinese ? zhCN : enUS).unsubscribe}\n${unsubscribe}`;
  return { ...message, text, unsubscribe };
}

export async function refusedBy(db: TenantDb, customerId: string): Promise<OptionalKind[]> {
  const rows = await db
    .selectFrom('customer_opt_out')
    .select('kind')
    .where('customer_id', '=', customerId)
    .orderBy('kind')
    .execute();
  return rows.map(({ kind }) => kind).filter(isOptional);
}

interface Choice {
  readonly customerId: string;
  readonly kind: OptionalKind;
  readonly wants: boolean;
  readonly source: 'link' | 'storefront' | 'staff';
}

/** Said twice it is said once. */
async function choose(tx: Transaction, { customerId, kind, wants, source }: Choice): Promise<OptionalKind[]> {
  const before = await refusedBy(tx.db, customerId);
  if (wants === before.includes(kind)) {
    if (wants)
      await tx.db
        .deleteFrom('customer_opt_out')
        .where('customer_id', '=', customerId)
        .where('kind', '=', kind)
        .execute();
    else
      await tx.db
        .insertInto('customer_opt_out')
        .values({ customer_id: customerId, kind, at: tx.now(), source })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await tx.audit({
      ...{ action: 'app-user:message-choice', objectKind: customers.name, objectId: customerId },
      ...{ before: { refused: before.join(', ') }, after: { [wants ? 'wanted' : 'refused']: kind, source } },
    });
    await tx.live({ kind: customers.name, id: customerId, permission: customers.permission('view') });
  }
  return refusedBy(tx.db, customerId);
}

async function answerLink(tx: Pick<Transaction, 'db'>, { customerId, kind }: Opened): Promise<LinkAnswer> {
  const customer = await findCustomer(tx.db, customerId);
  if (!customer) raise('push.link-over');
  const { name } = await tx.db.selectFrom('tenant').select('name').executeTakeFirstOrThrow();
  return { tenantName: name, kind, refused: await refusedBy(tx.db, customerId) };
}

export async function readByLink({ services }: RequestContext, { link }: { link: string }): Promise<LinkAnswer> {
  const opened = openLink(services, link);
  return services.database.read(opened.tenantId, (db) => answerLink({ db } as Transaction, opened));
}

export async function saveByLink(
  { services }: RequestContext,
  { link, kind, wants }: { link: string; kind: OptionalKind; wants: boolean },
): Promise<LinkAnswer> {
  return chooseByLink(services, openLink(services, link), { kind, wants });
}

const chooseByLink = (
  services: Services,
  opened: Opened,
  { kind, wants }: { readonly kind: OptionalKind; readonly wants: boolean },
): Promise<LinkAnswer> =>
  runTransaction(services, { tenantId: opened.tenantId, actor: SYSTEM_ACTOR }, async (tx) => {
    await answerLink(tx, opened);
    await choose(tx, { customerId: opened.customerId, kind, wants, source: 'link' });
    return answerLink(tx, opened);
  });

const toPage = (services: Services, link: string): string => {
  const page = new URL(CHOICES_PAGE, services.config.publicUrl);
  page.searchParams.set('link', link);
  return page.href;
};

/** The header of a mail names this address: mail programs post to it when somebody presses "unsubscribe" (RFC 8058). */
export const oneClickRoute = rawRoute({
  method: 'POST',
  path: ONE_CLICK_PATH,
  openBecause: 'who got a mail has no account here; the link in it is the proof',
  summary: 'Say no to messages of the kind of a mail, by one press in the mail program',
  counted: true,
  reachedFromOtherSites: true,
  rawBody: 4_096,
  answers: { type: 'text/plain' },
  handle: async (services, request, reply) => {
    const opened = openLink(services, (request.params as { link: string }).link);
    await chooseByLink(services, opened, { kind: opened.kind, wants: false });
    return reply.type('text/plain').send('OK');
  },
});

/** People who open the same address see the page; looking at it changes nothing. */
export const choicesLinkRoute = rawRoute({
  method: 'GET',
  path: ONE_CLICK_PATH,
  openBecause: 'who got a mail has no account here; the link in it is the proof',
  summary: 'Leads to the page of choices that the link of a mail opens',
  reachedFromOtherSites: true,
  answers: { status: 302, type: 'text/plain' },
  handle: async (services, request, reply) =>
    reply.redirect(toPage(services, (request.params as { link: string }).link), 302),
});

export const choicesOfCustomer = (context: RequestContext, { id }: { id: string }) =>
  context.read(async (db) => {
    const customer = (await findCustomer(db, id)) ?? raise('customer.not-found');
    const rows = await db
      .selectFrom('customer_device')
      .select(['channel', 'platform', 'last_seen_at'])
      .where('customer_id', '=', customer.id)
      .orderBy('last_seen_at', 'desc')
      .execute();
    return {
      refused: await refusedBy(db, customer.id),
      devices: rows.map(({ channel, platform, last_seen_at }) => ({
        ...{ channel: channel as 'push' | 'wechat', platform, lastSeenAt: last_seen_at.toISOString() },
      })),
    };
  });

export const saveChoiceOfCustomer = (
  context: RequestContext,
  { id, kind, wants }: { id: string; kind: OptionalKind; wants: boolean },
): Promise<MessageChoices> =>
  context.transaction(async (tx) => {
    const customer = (await findCustomer(tx.db, id)) ?? raise('customer.not-found');
    return { refused: await choose(tx, { customerId: customer.id, kind, wants, source: 'staff' }) };
  });

interface Named {
  readonly customerId: string;
}
const clientOf = ({ actor }: Pick<RequestContext, 'actor'>): string => actor.storefront!.keyId;

export const readOwnChoices = (context: RequestContext, { customerId }: Named): Promise<MessageChoices> =>
  context.read(async (db) => {
    const customer = await findCustomerByWord(db, { clientId: clientOf(context), userId: customerId });
    return { refused: customer ? await refusedBy(db, customer.id) : raise('customer.not-found') };
  });

export const saveOwnChoice = (
  context: RequestContext,
  { customerId, kind, wants }: Named & { readonly kind: OptionalKind; readonly wants: boolean },
): Promise<MessageChoices> =>
  context.transaction(async (tx) => {
    const id = await nameCustomer(tx, { clientId: clientOf(context), userId: customerId });
    return { refused: await choose(tx, { customerId: id, kind, wants, source: 'storefront' }) };
  });
