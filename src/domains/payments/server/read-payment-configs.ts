import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { toPage } from '#platform/database/server/page.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { maskedSecret } from '#system/tenants/rules/masked-config.ts';
import { PAYMENT_PROVIDERS, webhookOf } from '../contract/payment.ts';
import type { PaymentConfig, PaymentConfigsRequest, StripeConfigsRequest } from '../contract/payment-config.ts';
import { paymentSecretPlace } from './payment-config-store.ts';

const COLUMNS = [
  'id',
  'channel',
  'custom_name',
  'status',
  'public_key',
  'secret_key',
  'webhook_secret',
  'created_at',
] as const;
const SORTS = {
  customName: 'custom_name',
  channel: 'channel',
  createdAt: 'created_at',
  status: 'status',
} as const;

export async function pageOfPaymentConfigs(context: RequestContext, request: PaymentConfigsRequest) {
  refuseOtherTenant(context, request.tenant_id);
  return context.read(async (db) => {
    const { total } = await db
      .selectFrom('payment_config')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await db
      .selectFrom('payment_config')
      .select(COLUMNS)
      .orderBy(SORTS[request.column ?? 'createdAt'], request.order ?? 'desc')
      .orderBy('id')
      .limit(request.pageSize)
      .offset((request.pageNo - 1) * request.pageSize)
      .execute();
    const records = await Promise.all(rows.map((row) => toPaymentConfig(context, db, row)));
    return toPage(records, Number(total), request);
  });
}

export async function stripeConfigs(context: RequestContext, request: StripeConfigsRequest): Promise<PaymentConfig[]> {
  refuseOtherTenant(context, request.tenant_id);
  return context.read(async (db) => {
    const rows = await db
      .selectFrom('payment_config')
      .select(COLUMNS)
      .where('channel', '=', 'stripe')
      .where('status', '=', 1)
      .where('webhook_secret', '<>', '')
      .execute();
    return Promise.all(rows.map((row) => toPaymentConfig(context, db, row)));
  });
}

/** The header selects the tenant; a `tenant_id` that names another one finds nothing (security 3.10). */
function refuseOtherTenant(context: RequestContext, tenantId: string | undefined): void {
  if (tenantId !== undefined && tenantId !== context.tenantId) raise('request.not-found');
}

interface Row {
  id: string;
  channel: string;
  custom_name: string;
  status: number;
  public_key: string;
  secret_key: string;
  webhook_secret: string;
  created_at: Date;
}

async function toPaymentConfig(context: RequestContext, db: TenantDb, row: Row): Promise<PaymentConfig> {
  const channel = PAYMENT_PROVIDERS.find((name) => name === row.channel) ?? 'stripe';
  const masked = async (column: 'secret_key' | 'webhook_secret'): Promise<string> => {
    if (row[column] === '') return '';
    const place = paymentSecretPlace(context.tenantId, row.id, column);
    return maskedSecret((await context.services.secrets.decrypt(db, place, row[column])).reveal());
  };
  return {
    id: row.id,
    channel,
    customName: row.custom_name,
    status: row.status === 1 ? 1 : 0,
    publicKey: row.public_key,
    secretKey: await masked('secret_key'),
    secretKeyIsSet: row.secret_key !== '',
    webhookSecret: await masked('webhook_secret'),
    webhookSecretIsSet: row.webhook_secret !== '',
    callbackUrl: `${context.services.config.publicUrl}${webhookOf(channel, context.tenantId)}`,
    createdAt: row.created_at.toISOString(),
  };
}
