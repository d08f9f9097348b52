import { type RawBuilder, sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { outboundOf } from '#platform/outbound/server/guarded-fetch.ts';
import { OutboundError, type OutboundReason } from '#platform/outbound/server/outbound-error.ts';
import { SIGNED_HEADERS } from '#platform/outbound/server/sign-message.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { DELIVERY_LIST, WEBHOOK_LIST } from '../contract/addresses.ts';
import { DeliveryState, deliveries } from '../contract/deliveries.ts';
import { webhookEndpoints } from '../contract/endpoints.ts';
import { deliveryGivenUpNotice, receiverGoneNotice } from '../contract/notices.ts';
import { webhookProblems } from '../contract/problems.ts';
import { messageOf, PUBLIC_EVENTS } from '../contract/public-events.ts';
import { type Webhook, webhooks } from '../contract/webhooks.ts';
import { attemptsOf, deliveryList, purgeDeliveries, replay, sendTest } from './deliveries.ts';
import { gatherings } from './gather.ts';
import { deliver } from './send.ts';
import { makeSecret, renewWebhookSecrets } from './webhook-secrets.ts';

export { sealReceiverSecret } from './webhook-secrets.ts';

/** Where the facts of a business go is decided by who gives the password (security 4.9), and never into a private network. */
async function insistOnAddress(
  draft: Pick<Webhook, 'url'>,
  before: Pick<Webhook, 'url'> | undefined,
  { services }: Pick<RequestContext, 'services'>,
): Promise<void> {
  if (draft.url === before?.url) return;
  try {
    await outboundOf(services).check(draft.url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const code = ADDRESS_FAULTS[error.reason] ?? 'webhook.address-form';
    raise('request.malformed', {}, { faults: [{ path: 'url', code }] });
  }
}

const ADDRESS_FAULTS: Partial<Record<OutboundReason, string>> = {
  'address-form': 'webhook.address-form',
  'not-public': 'webhook.not-public',
  'unknown-host': 'webhook.unknown-host',
};

/** Deliveries of the last seven days to the receiver in `record`. */
const lately = (answer: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`(
  select ${answer} from webhook_delivery as delivery
   where delivery.tenant_id = ${THIS_TENANT} and delivery.webhook_id = record.id
     and delivery.created_at > now() - interval '7 days' and ${condition})`;
const isDelivered = sql`state = ${sql.lit(DeliveryState.delivered)}`;
const isFailing = sql`(state = ${sql.lit(DeliveryState.givenUp)} or state = ${sql.lit(DeliveryState.waiting)} and attempts > 0)`;

const served = serveRecords(webhooks, {
  decide: (_draft, _before, context) => requireStepUp(context),
  // whoever switches it on again has seen why it was off
  generate: async (_tx, { draft, before }) =>
    draft.status !== before?.status || draft.url !== before.url ? { endedBecause: '' } : {},
  beforeSave: (_tx, { draft, before }, context) => insistOnAddress(draft, before, context),
  beforeRemove: async (_tx, _row, context) => requireStepUp(context),
  computed: {
    secretMadeAt: sql`record.secret_made_at`,
    previousUntil: sql`case when record.previous_until > now() then record.previous_until end`,
    lastDeliveredAt: lately(sql`max(delivery.ended_at)`, isDelivered),
    delivered: lately(sql`count(*)::integer`, isDelivered),
    failing: lately(sql`count(*)::integer`, isFailing),
  },
});

export const webhooksSlice: ServerSlice = sliceOf(
  {
    name: 'webhooks',
    about: 'Addresses of others that are called when something happens in the tenant, and what became of each call.',
    routes: [
      route(webhookEndpoints.makeSecret, makeSecret(served.served)),
      route(webhookEndpoints.sendTest, sendTest),
      route(webhookEndpoints.replay, replay),
      route(webhookEndpoints.attempts, attemptsOf),
    ],
    problems: webhookProblems,
    jobs: [deliver],
    schedules: [purgeDeliveries],
    subscriptions: gatherings,
    renewSecrets: renewWebhookSecrets,
    webhooks: PUBLIC_EVENTS.map(({ event, about, data }) => ({
      ...{ name: event.name, about, headers: SIGNED_HEADERS },
      body: messageOf(event.name, data),
    })),
    noticeKinds: [deliveryGivenUpNotice, receiverGoneNotice],
    menu: [
      { page: 'webhooks/list', kind: webhooks, under: 'settings', path: WEBHOOK_LIST, icon: 'link', sort: 85 },
      { page: 'webhooks/deliveries', kind: deliveries, under: 'settings', path: DELIVERY_LIST, icon: 'send', sort: 86 },
    ],
  },
  served,
  deliveryList,
);
