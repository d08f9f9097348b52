import type { PaymentProviderName } from '#domains/payments/contract/payment.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { Secret, SecretPlace } from '#platform/secrets/server/secrets.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { stripeProvider } from './stripe-provider.ts';

type SecretColumn = 'secret_key' | 'webhook_secret' | 'previous_webhook_secret';

/** Where a payment secret of a tenant is bound to (security 7.1); writers and readers use the same place. */
export function paymentSecretPlace(tenantId: string, configId: string, column: SecretColumn): SecretPlace {
  return { tenantId, table: 'payment_config', column, rowId: configId, purpose: 'payment' };
}

function configOf(db: TenantDb, channel: PaymentProviderName) {
  return db
    .selectFrom('payment_config')
    .select(['id', 'secret_key', 'webhook_secret', 'previous_webhook_secret', 'public_key'])
    .where('channel', '=', channel)
    .where('status', '=', 1)
    .executeTakeFirst();
}

export interface OpenProvider {
  readonly provider: PaymentProvider;
  readonly publicKey: string;
}

/** The tenant's provider, ready to be asked; refused where the tenant has none switched on. */
export async function openProvider(
  services: Services,
  tenantId: string,
  channel: PaymentProviderName = 'stripe',
): Promise<OpenProvider> {
  return services.database.read(tenantId, async (db) => {
    const config = (await configOf(db, channel)) ?? raise('payment.channel-not-available');
    const place = paymentSecretPlace(tenantId, config.id, 'secret_key');
    const secretKey = await services.secrets.decrypt(db, place, config.secret_key);
    return { provider: stripeProvider(secretKey, services.config.stripeApiBase), publicKey: config.public_key };
  });
}

export async function isChannelOn(db: TenantDb, channel: PaymentProviderName): Promise<boolean> {
  const row = await db
    .selectFrom('payment_config')
    .select('id')
    .where('channel', '=', channel)
    .where('status', '=', 1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The secrets that may have signed a webhook: the current one and, while it rotates, the one before (security 9.2). */
export async function findWebhookSecrets(
  services: Services,
  tenantId: string,
  channel: PaymentProviderName,
): Promise<Secret[]> {
  return services.database.read(tenantId, async (db) => {
    const config = await configOf(db, channel);
    if (!config) return [];
    const secrets = [
      await services.secrets.decrypt(
        db,
        paymentSecretPlace(tenantId, config.id, 'webhook_secret'),
        config.webhook_secret,
      ),
    ];
    if (config.previous_webhook_secret !== null) {
      const place = paymentSecretPlace(tenantId, config.id, 'previous_webhook_secret');
      secrets.push(await services.secrets.decrypt(db, place, config.previous_webhook_secret));
    }
    return secrets;
  });
}

const SECRET_COLUMNS = ['secret_key', 'webhook_secret', 'previous_webhook_secret'] as const satisfies SecretColumn[];

/** A call that writes a configuration meanwhile waits for the lock, and writes with the newest key itself. */
export async function renewPaymentSecrets(
  { secrets }: Pick<Services, 'secrets'>,
  db: TenantDb,
  tenantId: string,
): Promise<number> {
  const configs = await db
    .selectFrom('payment_config')
    .select(['id', ...SECRET_COLUMNS])
    .forUpdate()
    .execute();
  let renewed = 0;
  for (const config of configs) {
    for (const column of SECRET_COLUMNS) {
      const stored = config[column];
      const fresh =
        stored === null ? null : await secrets.renew(db, paymentSecretPlace(tenantId, config.id, column), stored);
      if (fresh === null) continue;
      await db
        .updateTable('payment_config')
        .set({ [column]: fresh })
        .where('id', '=', config.id)
        .execute();
      renewed += 1;
    }
  }
  return renewed;
}
