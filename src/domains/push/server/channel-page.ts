import { sql } from 'kysely';
import { ApiSettings, PushSettings, WechatSettings } from '#platform/channels/contract/channel-settings.ts';
import { CHANNELS, type ChannelName, REPORTS_PATH } from '#platform/channels/contract/channels.ts';
import { Message } from '#platform/channels/contract/message.ts';
import {
  channelAddressFault,
  channelOf,
  passKeeper,
  type SealedSecrets,
  type SecretName,
  sealSecret,
  tryChannel,
} from '#platform/channels/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { wordsOf } from '#platform/problems/server/words-of-problem.ts';
import {
  type ChannelForm,
  type ChannelHealth,
  type ChannelTrialAnswer,
  type MessageAttempt,
  SECRET_MASK,
} from '../contract/channel-page.ts';
import { messageLog } from '../contract/message-log.ts';
import { addressFor, notAnAddress } from './receivers.ts';
import { messageTo, parted } from './send.ts';
import { ringBell } from './to-console.ts';

const SETTINGS = { wechat: WechatSettings, push: PushSettings, api: ApiSettings } as const;
type OwnChannel = keyof typeof SETTINGS;
const isOwn = (channel: ChannelName): channel is OwnChannel => channel in SETTINGS;

/** What each channel keeps that nobody may read. */
const SECRETS: Readonly<Record<ChannelName, readonly SecretName[]>> = {
  ...{ sms: ['reportSecret'], email: ['reportSecret'], wechat: ['appSecret', 'reportSecret'] },
  ...{ push: ['privateKey'], api: ['secret'], backend: [] },
};
/** Whoever knows these addresses knows the secrets that go there. */
const ADDRESSES: Readonly<Record<OwnChannel, readonly string[]>> = {
  ...{ wechat: ['endpoint'], push: ['endpoint', 'tokenEndpoint'], api: ['endpoint'] },
};

interface Figures {
  readonly channel: string;
  readonly queued: number;
  readonly held: number;
  readonly sent: number;
  readonly delivered: number;
  readonly failed: number;
  readonly unconfirmed: number;
}

const HOURS_24 = sql`interval '24 hours'`;

async function figuresOf(db: TenantDb, now: Date): Promise<ReadonlyMap<string, Figures>> {
  const count = (condition: ReturnType<typeof sql>) => sql`count(*) filter (where ${condition})::integer`;
  const recent = sql`changed_at > ${now}::timestamptz - ${HOURS_24}`;
  const { rows } = await sql<Figures>`
    select channel,
           ${count(sql`state = 'pending'`)} as queued,
           ${count(sql`state = 'held'`)} as held,
           ${count(sql`state = 'sent' and ${recent}`)} as sent,
           ${count(sql`state = 'delivered' and ${recent}`)} as delivered,
           ${count(sql`state = 'failed' and ${recent}`)} as failed,
           ${count(sql`state = 'sent' and ${recent} and changed_at < ${now}::timestamptz - interval '1 hour'`)} as unconfirmed
      from message_delivery
     where tenant_id = ${THIS_TENANT} and (state in ('pending', 'held') or ${recent})
     group by channel`.execute(db);
  return new Map(rows.map((row) => [row.channel, row]));
}

interface Last {
  readonly channel: string;
  readonly good_at: Date | null;
  readonly bad_at: Date | null;
  readonly fault: string | null;
}

async function lastOf(db: TenantDb): Promise<ReadonlyMap<string, Last>> {
  const newest = (what: ReturnType<typeof sql>, condition: ReturnType<typeof sql>) => sql`(
    select ${what} from message_attempt as attempt
     where attempt.tenant_id = ${THIS_TENANT} and attempt.channel = way.name and ${condition}
     order by attempt.at desc limit 1)`;
  const { rows } = await sql<Last>`
    select way.name as channel, ${newest(sql`attempt.at`, sql`attempt.fault = ''`)} as good_at,
           ${newest(sql`attempt.at`, sql`attempt.fault <> ''`)} as bad_at,
           ${newest(sql`attempt.fault`, sql`attempt.fault <> ''`)} as fault
      from unnest(${[...CHANNELS]}::text[]) as way (name)`.execute(db);
  return new Map(rows.map((row) => [row.channel, row]));
}

export const listChannels = ({ services, tenantId, read, now }: RequestContext): Promise<ChannelHealth[]> =>
  read(async (db) => {
    const [settings, figures, last] = await Promise.all([
      db.selectFrom('channel_setting').selectAll().execute(),
      figuresOf(db, now()),
      lastOf(db),
    ]);
    const kept = new Map(settings.map((row) => [row.channel, row]));
    const list: ChannelHealth[] = [];
    for (const channel of CHANNELS) {
      const row = kept.get(channel);
      const seen = last.get(channel);
      const { queued = 0, held = 0, sent = 0, delivered = 0, failed = 0, unconfirmed = 0 } = figures.get(channel) ?? {};
      const reports = channelOf(channel)?.reports
        ? new URL(REPORTS_PATH.replace(':channel', channel).replace(':tenantId', tenantId), services.config.publicUrl)
            .href
        : '';
      list.push({
        ...{ channel, isOn: row?.is_on ?? true, isSetUp: await isSetUp(services, db, tenantId, channel) },
        ...{ lastSuccessAt: seen?.good_at?.toISOString() ?? null, lastFaultAt: seen?.bad_at?.toISOString() ?? null },
        ...{ lastFault: seen?.fault ?? '', queued, held, sent, delivered, failed, unconfirmed },
        ...{ perPersonDay: row?.per_person_day ?? 0, perHour: row?.per_hour ?? 0, reportsUrl: reports },
        settings: isOwn(channel) ? ((row?.config ?? {}) as Record<string, string>) : {},
        secrets: shownSecrets(row?.secrets as SealedSecrets | undefined),
      });
    }
    return list;
  });

async function isSetUp(
  services: RequestContext['services'],
  db: TenantDb,
  tenantId: string,
  channel: ChannelName,
): Promise<boolean> {
  if (channel === 'backend') return true;
  return (await channelOf(channel)?.open(services, db, tenantId)) !== undefined;
}

const shownSecrets = (secrets: SealedSecrets = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(secrets).map(([name, { end = '' }]) => [name, `${SECRET_MASK}${end}`]));

const keeps = (given: string): boolean => given === '' || given.startsWith(SECRET_MASK);

/** Where messages go out is decided by who gives the password (security 4.9), and never into a private network (12.2). */
export async function saveChannel(context: RequestContext, form: ChannelForm): Promise<null> {
  requireStepUp(context);
  const { services, tenantId } = context;
  const { channel, isOn, perPersonDay, perHour, ...rest } = form;
  const names = SECRETS[channel];
  const given = rest as Readonly<Record<string, string>>;
  const settings = Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name as SecretName)));
  for (const path of isOwn(channel) ? ADDRESSES[channel] : [])
    if (await channelAddressFault(services, { endpoint: settings[path] ?? '' })) refuse(path, 'push.channel-address');
  await context.transaction(async (tx) => {
    const before = await tx.db
      .selectFrom('channel_setting')
      .selectAll()
      .where('channel', '=', channel)
      .forUpdate()
      .executeTakeFirst();
    const sealed: Record<string, unknown> = { ...((before?.secrets ?? {}) as SealedSecrets) };
    const isElsewhere =
      isOwn(channel) &&
      ADDRESSES[channel].some((path) => (before?.config as Record<string, string>)?.[path] !== settings[path]);
    for (const name of names) {
      const value = given[name] ?? '';
      // a kept secret goes to the server that knows it and to no other
      if (keeps(value) && isElsewhere && sealed[name] !== undefined && name !== 'reportSecret')
        refuse(name, 'push.channel-secret');
      if (!keeps(value)) {
        checkSecret(name, value, channel);
        sealed[name] = await sealSecret(services, tx.db, { tenantId, channel, name, value });
      }
    }
    const values = {
      ...{ is_on: isOn, per_person_day: perPersonDay, per_hour: perHour, config: JSON.stringify(settings) },
      ...{ secrets: JSON.stringify(sealed), token: null, token_until: null },
      ...{ updated_at: tx.now(), updated_by: tx.actor.name },
    };
    await tx.db
      .insertInto('channel_setting')
      .values({ channel, ...values })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'channel']).doUpdateSet(values))
      .execute();
    // what waits for the channel to be on, or for a free place, is looked at again at once
    await tx.db
      .updateTable('message_delivery')
      .set({ due_at: tx.now() })
      .where('channel', '=', channel)
      .where('state', '=', 'held')
      .where('held_because', 'in', ['channel-off', 'person-limit', 'tenant-limit'])
      .execute();
    await tx.audit({
      ...{ action: 'push:channel', objectKind: 'messageChannel', objectId: channel },
      before: before ? { isOn: before.is_on, perPersonDay: before.per_person_day, perHour: before.per_hour } : {},
      after: {
        isOn,
        perPersonDay,
        perHour,
        ...settings,
        secrets: names.filter((name) => !keeps(given[name] ?? '')).join(', '),
      },
    });
    await tx.live({ kind: messageLog.name, id: channel, permission: messageLog.permission('view') });
  });
  return null;
}

/** What signs is of the form that signing needs, or nothing could ever be signed with it. */
function checkSecret(name: SecretName, value: string, channel: ChannelName): void {
  const isSigning = name === 'secret' || (name === 'reportSecret' && channel !== 'wechat');
  if (isSigning && !/^whsec_[A-Za-z0-9+/]{22,}={0,2}$/.test(value)) refuse(name, 'push.channel-setting');
  if (
    name === 'privateKey' &&
    !/^-----BEGIN (RSA )?PRIVATE KEY-----\s[\s\S]+-----END (RSA )?PRIVATE KEY-----\s*$/.test(value)
  )
    refuse(name, 'push.channel-setting');
}

function refuse(path: string, code: string): never {
  return raise(code, {}, { faults: [{ path, code }] });
}

/** Sends at once, by the settings that are kept; it stands in no log and counts in no limit. */
export async function testChannel(
  context: RequestContext,
  { channel, to: written }: { readonly channel: ChannelName; readonly to: string },
): Promise<ChannelTrialAnswer> {
  const { services, tenantId, language } = context;
  const to = channel === 'backend' ? context.actor.id : addressFor(channel, written, language);
  if (to === undefined) raise(...notAnAddress(written, 'to'));
  const say = (what: 'subject' | 'text'): string => wordsOf(`tenant.trial-${what}`, {}, language);
  const { message } = parted(messageTo(to, channel, { title: say('subject'), content: say('text') }));
  const sent = Message.parse({ ...message, purpose: 'trial' });
  await context.transaction((tx) =>
    tx.audit({ action: 'push:channel-test', objectKind: 'messageChannel', objectId: channel }),
  );
  if (sent.channel === 'backend') {
    const works = await context.transaction((tx) => ringBell(tx, sent));
    return { works, fault: works ? '' : 'no-receiver', answer: '' };
  }
  const account = await context.read(async (db) => channelOf(channel)?.open(services, db, tenantId));
  const { read, transaction } = context;
  const pass = passKeeper({
    ...{ services, tenantId, channel, now: () => context.now(), read: (work) => read(work) },
    write: (work) => transaction((tx) => work(tx.db)),
  });
  const { fault, reply } = await tryChannel(services, account, sent, pass);
  return { works: fault === undefined, fault: fault ?? '', answer: reply };
}

export const attemptsOfMessage = (
  context: RequestContext,
  { id }: { readonly id: string },
): Promise<MessageAttempt[]> =>
  context.read(async (db) => {
    if (!isUuid(id)) return [];
    const rows = await db
      .selectFrom('message_attempt')
      .selectAll()
      .where('delivery_id', '=', id)
      .orderBy('number', 'desc')
      .limit(50)
      .execute();
    return rows.map(({ number, at, duration_ms, fault, reply }) => ({
      ...{ number, at: at.toISOString(), durationMs: duration_ms, fault, reply },
    }));
  });
