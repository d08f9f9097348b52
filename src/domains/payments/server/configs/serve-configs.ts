import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import type { Route } from '#platform/http/server/route.ts';
import { CURRENCIES, type Currency } from '#platform/money/contract/currency.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { type SlicePart, serveRecords } from '#platform/records/server/serve-records.ts';
import { ADAPTERS } from '../../contract/adapters.ts';
import type { ConfigChannel } from '../../contract/config-channels.ts';
import { type PaymentConfig, paymentConfigs } from '../../contract/payment-configs.ts';
import { tooFineSteps } from '../../rules/amount-rules.ts';
import { readContent } from '../../rules/config-content.ts';
import { settleKeys } from '../keys-refused.ts';
import { OPEN_STATES } from '../payment-store.ts';
import { dropSecrets, keepSecret, markOrphaned } from './payment-secrets.ts';

type Draft = Pick<PaymentConfig, keyof typeof paymentConfigs.fields>;

const contentOf = (draft: Draft, before: Draft | undefined) =>
  readContent(ADAPTERS[draft.channel as ConfigChannel], draft.configContent, before?.configContent);

/** What a save must not say; each change of a setting wants the password again (security 4.9). */
function decide(draft: Draft, before: Draft | undefined, context: RequestContext): void {
  requireStepUp(context);
  if (before && draft.channel !== before.channel) refuse([{ path: 'channel', code: 'payment-config.channel-fixed' }]);
  refuse([
    ...contentOf(draft, before).faults.map(({ path, code }) => ({
      path: `configContent.${path}`,
      code,
      params: { name: path },
    })),
    ...tooFineSteps(draft.amounts).map((place) => ({
      path: `amounts.${place}.amountStepMinor`,
      code: 'payment-config.step-too-fine',
    })),
  ]);
}

interface Fault {
  readonly path: string;
  readonly code: string;
  readonly params?: Readonly<Record<string, string>>;
}

function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) raise('request.malformed', {}, { faults });
}

interface Saved {
  readonly id: string;
  readonly draft: Draft;
  readonly before: Draft | undefined;
}

/** One setting of a channel is on, and none while the tenant's currency is withdrawn (settled 97, 99). */
async function mayBeOn(tx: Transaction, { id, draft, before }: Saved): Promise<void> {
  if (draft.status !== 1 || before?.status === 1) return;
  const { currency } = await tx.db.selectFrom('tenant').select('currency').forUpdate().executeTakeFirstOrThrow();
  if (CURRENCIES[currency as Currency].withdrawn) raise('payment.currency-not-accepted');
  const other = await tx.db
    .selectFrom('payment_config')
    .select('custom_name')
    .where('channel', '=', draft.channel)
    .where('status', '=', 1)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (other) raise('payment-config.other-is-on', { name: other.custom_name });
}

/** The secrets go where nobody reads them, and a mask takes their place. */
async function sealContent(tx: Transaction, { id, draft, before }: Saved, { services }: RequestContext) {
  const { shown, fresh, dropped } = contentOf(draft, before);
  const rotating = ADAPTERS[draft.channel as ConfigChannel].webhookSecret;
  for (const [name, value] of Object.entries(fresh))
    await keepSecret(services, tx, id, { name, value, rotates: name === rotating });
  await dropSecrets(tx.db, id, dropped);
  return { configContent: shown };
}

/** Money on its way needs the keys. */
async function mustBeIdle(tx: Transaction, id: string, channel: string): Promise<void> {
  if (await hasOpenPayments(tx.db, id, channel)) raise('payment-config.payments-open');
}

async function hasOpenPayments(db: TenantDb, id: string, channel: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (
      select from payment p where p.tenant_id = ${THIS_TENANT} and p.channel = ${channel}
         and (p.config_id = ${id} or p.config_id is null)
         and (p.status = any(${[...OPEN_STATES, 'held']}::text[])
              or exists (select from payment_refund r where r.tenant_id = ${THIS_TENANT} and r.payment_id = p.id and r.state in ('pending', 'failed')))
    ) as open from payment_config c where c.tenant_id = ${THIS_TENANT} and c.id = ${id}`.execute(db);
  return rows[0]?.open ?? false;
}

const served = serveRecords(paymentConfigs, {
  decide,
  beforeSave: mayBeOn,
  generate: sealContent,
  computed: {
    // without the public address, which `withAddress` puts before it
    callbackUrl: sql`'/storefront/v1/webhooks/' || record.channel || '/' || record.tenant_id`,
    webhookIsSet: sql`coalesce(record.config_content ->> 'webhookSecret', '') <> ''`,
  },
  beforeRemove: async (tx, row, context) => {
    requireStepUp(context);
    await mustBeIdle(tx, row.id, row.channel);
  },
  afterRemove: (tx, row) => markOrphaned(tx.db, row.id, tx.now()),
  afterSave: async (tx, { after, before }) => {
    if (!before) await markOrphaned(tx.db, after.id, null);
    await settleKeys(tx);
  },
});

/** A row with the address for events as the provider must call it; none for a channel that reports nothing. */
export function withAddress(context: Pick<RequestContext, 'services'>, row: PaymentConfig): PaymentConfig {
  const reports = 'webhookSecret' in ADAPTERS[row.channel as ConfigChannel];
  return { ...row, callbackUrl: reports ? `${context.services.config.publicUrl}${row.callbackUrl}` : '' };
}

const { page, one, add, edit } = paymentConfigs.endpoints;
const ADDRESSED: ReadonlySet<unknown> = new Set([page, one, add, edit]);

function addressed(route: Route): Route {
  if (!ADDRESSED.has(route.endpoint)) return route;
  return {
    ...route,
    handle: async (context, request) => {
      if (route.endpoint !== page) return withAddress(context, (await route.handle(context, request)) as PaymentConfig);
      const { tenant_id: tenantId, ...asked } = request as Record<string, unknown>;
      if (tenantId !== undefined && tenantId !== context.tenantId) raise('request.not-found');
      const found = (await route.handle(context, asked)) as { records: PaymentConfig[] };
      return { ...found, records: found.records.map((row) => withAddress(context, row)) };
    },
  };
}

export const servedConfigs: SlicePart = { ...served, routes: served.routes.map(addressed) };
