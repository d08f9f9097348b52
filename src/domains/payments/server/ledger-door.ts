import { paymentJobs } from '#domains/payments/contract/jobs.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { PROVIDER_CHANNELS } from './adapters.ts';
import { findSetting, openProvider, providerOf } from './configs/open-setting.ts';
import { openSecrets } from './configs/payment-secrets.ts';
import { releaseHold } from './holds.ts';
import type { LedgerSpan, ProviderLedger, ProviderPayment, ProviderRefund } from './payment-provider.ts';
import { lockPayment, OPEN_STATES } from './payment-store.ts';
import { findPaymentRefund } from './refund-store.ts';

/** A payment account of the tenant at a provider that keeps a ledger. */
export interface LedgerAccount {
  readonly id: string;
  readonly name: string;
}

/** Accounts that are on, and those that took money in the span before they were switched off. */
export async function findLedgerAccounts(db: TenantDb, { from, before }: LedgerSpan): Promise<LedgerAccount[]> {
  const rows = await db
    .selectFrom('payment_config')
    .select(['id', 'custom_name', 'channel'])
    .where('channel', 'in', [...PROVIDER_CHANNELS])
    .where((eb) =>
      eb.or([
        eb('status', '=', 1),
        eb.exists(
          eb
            .selectFrom('payment')
            .select('payment.id')
            .whereRef('payment.config_id', '=', 'payment_config.id')
            .where('payment.received_at', '>=', from)
            .where('payment.received_at', '<', before),
        ),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, name: row.custom_name || row.channel }));
}

/** The book of one account, ready to be read. */
export async function openLedger(services: Services, tenantId: string, accountId: string): Promise<ProviderLedger> {
  const found = await services.database.read(tenantId, async (db) => {
    const setting = (await findSetting(db, accountId)) ?? raise('payment.channel-not-available');
    return { setting, secrets: await openSecrets(services, db, tenantId, setting.id) };
  });
  if (found.secrets.size === 0) raise('payment.channel-not-available');
  return providerOf(services, found.setting, found.secrets).provider.ledger;
}

/** What the provider says of one payment now. */
export async function askProviderOf(
  services: Services,
  tenantId: string,
  payment: { readonly channel: string; readonly configId: string | null; readonly ref: string },
): Promise<ProviderPayment> {
  const { provider } = await openProvider(services, tenantId, payment);
  return provider.retrieve(payment.ref);
}

/** Refunds of one payment that its provider knows, newest first. */
export async function askRefundsOf(
  services: Services,
  tenantId: string,
  payment: { readonly channel: string; readonly configId: string | null; readonly ref: string },
): Promise<ProviderRefund[]> {
  const { provider } = await openProvider(services, tenantId, payment);
  return provider.refundsOf(payment.ref);
}

/** Reads the state of a payment from its provider and records it, whatever we held it for; money received stays received. */
export async function takeOverPayment(tx: Transaction, paymentId: string): Promise<void> {
  await tx.enqueue(paymentJobs.refresh, { paymentId, whatever: true }, { key: `refresh:${paymentId}:whatever` });
}

/** Looks for a refund at its provider and records what is there, or sends it off again. */
export async function takeOverRefund(tx: Transaction, refundId: string): Promise<boolean> {
  if (!(await findPaymentRefund(tx.db, refundId))) return false;
  await tx.enqueue(paymentJobs.returnMoney, { refundId }, { key: `return:${refundId}:word` });
  return true;
}

/** Books what the provider has given back of a payment past us. */
export async function takeOverRefundsOf(tx: Transaction, paymentId: string): Promise<void> {
  await tx.enqueue(paymentJobs.takeOverRefunds, { paymentId }, { key: `refunds-of:${paymentId}` });
}

/** Records what the bank of a payment's customer disputes. */
export async function takeOverDisputesOf(tx: Transaction, paymentId: string): Promise<void> {
  await tx.enqueue(paymentJobs.takeOverDisputes, { paymentId }, { key: `disputes-of:${paymentId}` });
}

/** Lets go of a hold that the provider still keeps, even where our own record of it has ended. */
export async function letGoAtProvider(tx: Transaction, paymentId: string): Promise<void> {
  const payment = (await lockPayment(tx.db, paymentId)) ?? raise('payment.not-found');
  if (payment.status === 'held' || OPEN_STATES.includes(payment.status)) {
    if (payment.withdrawnAt === null && payment.captureMinor === null) return releaseHold(tx, paymentId);
  }
  await tx.enqueue(paymentJobs.cancel, { paymentId, whatever: true }, { key: `cancel:${paymentId}:whatever` });
}
