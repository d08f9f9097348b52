import * as z from 'zod';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { rawRoute } from '#platform/http/server/route.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { CHANNELS, type ChannelName, REPORTS_PATH } from '../contract/channels.ts';
import type { Channel, Report, ReportRequest } from './channel.ts';
import { reportSecretOf } from './channel-settings.ts';
import { announceDelivery } from './delivery-log.ts';
import { channelOf } from './ways/index.ts';

const MAX_BYTES = 256 * 1024;
const TENANT_ID = /^[1-9]\d{0,17}$/;

interface Asked {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: ReportRequest['headers'];
  readonly body: unknown;
}

async function opened(
  services: Services,
  { params, query, headers, body }: Asked,
): Promise<{ channel: Channel; tenantId: string; secret: string; request: ReportRequest }> {
  const { channel: name, tenantId } = params as { channel: string; tenantId: string };
  const channel = (CHANNELS as readonly string[]).includes(name) ? channelOf(name as ChannelName) : undefined;
  if (!channel?.reports || !TENANT_ID.test(tenantId)) raise('channel.signature-invalid');
  const kept = await services.database.read(tenantId, (db) =>
    reportSecretOf(services, db, { tenantId, channel: channel.name }),
  );
  if (!kept) raise('channel.signature-invalid');
  const request: ReportRequest = {
    query: query as ReportRequest['query'],
    ...{ headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), now: services.clock.now() },
  };
  return { channel, tenantId, secret: kept.reveal(), request };
}

/** What providers say later: signed, and as often as they like, for a message only ever goes forward. */
export const reportRoute = rawRoute({
  method: 'POST',
  path: REPORTS_PATH,
  openBecause: "a provider of messages proves itself by the signature with the tenant's report secret",
  summary: 'What became of messages that a provider took; signed, on the raw bytes',
  counted: true,
  rawBody: MAX_BYTES,
  answers: { schema: z.object({ received: z.literal(true) }) },
  handle: async (services, asked, reply) => {
    const { channel, tenantId, secret, request } = await opened(services, asked as unknown as Asked);
    const reports = channel.reports?.(secret, request) ?? raise('channel.signature-invalid');
    let isKnown = true;
    await runTransaction(services, { tenantId, actor: SYSTEM_ACTOR }, async (tx) => {
      for (const report of reports)
        if (!(await applyReport(tx, channel.name, report)) && !(await isThere(tx, channel.name, report)))
          isKnown = false;
    });
    if (!isKnown) raise('channel.report-unknown');
    return reply.send({ received: true });
  },
});

/** WeChat asks once, when the address is entered, whether it is ours. */
export const helloRoute = rawRoute({
  method: 'GET',
  path: REPORTS_PATH,
  openBecause: "a provider of messages proves itself by the signature with the tenant's report secret",
  summary: 'Answers a provider who asks whether the address of the reports is ours',
  counted: true,
  answers: { type: 'text/plain' },
  handle: async (services, asked, reply) => {
    const { channel, secret, request } = await opened(services, asked as unknown as Asked);
    const said = channel.hello?.(secret, request) ?? raise('channel.signature-invalid');
    return reply.type('text/plain').send(said.slice(0, 200));
  },
});

/** Ours are known at once; the provider's number comes with its answer, which a report may overtake. */
async function isThere(tx: Transaction, channel: ChannelName, { providerId }: Report): Promise<boolean> {
  if (providerId === undefined) return true;
  const row = await tx.db
    .selectFrom('message_delivery')
    .select('id')
    .where('channel', '=', channel)
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  return row !== undefined;
}

/** A report twice is one, a late one changes nothing that is over; a message that bounced is never one that arrived. */
export async function applyReport(tx: Transaction, channel: ChannelName, report: Report): Promise<boolean> {
  const { deliveryId, providerId, state } = report;
  if (deliveryId === undefined && !providerId) return false;
  if (deliveryId !== undefined && !isUuid(deliveryId)) return false;
  const at = tx.now();
  const row = await tx.db
    .updateTable('message_delivery')
    .set((of) => ({
      changed_at: at,
      ...(state === 'delivered'
        ? {
            delivered_at: at,
            // its own answer may still be on the way
            state: of.case().when('state', '=', 'sent').then('delivered').else(of.ref('state')).end(),
          }
        : { state: 'failed', last_error: 'bounced' }),
    }))
    .where('channel', '=', channel)
    .where((of) => (deliveryId === undefined ? of('provider_id', '=', providerId ?? '') : of('id', '=', deliveryId)))
    .where('state', 'in', state === 'delivered' ? ['pending', 'sent'] : ['sent'])
    .where('delivered_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (row) await announceDelivery(tx, row.id);
  return row !== undefined;
}
