import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raiseAt } from '#platform/problems/server/raise.ts';
import type { SCAN_KINDS, SCAN_RESULTS } from '../contract/scans.ts';
import { scans } from '../contract/scans.ts';
import { isBarcode } from '../rules/barcode.ts';
import { findCustomer, findCustomerByBarcode, type KnownCustomer, nameCustomer } from './customer-store.ts';

interface ScanRequest {
  readonly kind: (typeof SCAN_KINDS)[number];
  readonly code: string;
  readonly deviceImei?: string | undefined;
  readonly customerId?: string | undefined;
}
type Result = (typeof SCAN_RESULTS)[number];

/** Enough to recognise a card that nobody has, and too little to guess by. */
const SHOWN_DIGITS = 4;

/** Notes each scan, the vain ones too. */
export function scan(context: RequestContext, request: ScanRequest): Promise<{ result: Result; name: string }> {
  return context.transaction(async (tx) => {
    const { kind, code, deviceImei = '' } = request;
    const clientId = tx.actor.storefront!.keyId;
    const customer = await recognised(tx, request);
    const result: Result = customer === undefined ? 'unknown' : customer.isActive ? 'found' : 'off';
    const id = newId();
    await tx.db
      .insertInto('customer_scan')
      .values({
        ...{ id, kind, result, client_id: clientId, device_imei: deviceImei, customer_id: customer?.id ?? null },
        code: kind === 'barcode' && customer === undefined ? `…${code.slice(-SHOWN_DIGITS)}` : code,
        ...{ spot_id: await spotOf(tx.db, deviceImei, clientId), scanned_at: tx.now() },
      })
      .execute();
    await tx.live({ kind: scans.name, id, permission: scans.permission('view') });
    return { result, name: result === 'found' ? (customer?.name ?? '') : '' };
  });
}

async function recognised(
  tx: Transaction,
  { kind, code, customerId = '' }: ScanRequest,
): Promise<KnownCustomer | undefined> {
  if (kind === 'barcode') return isBarcode(code) ? findCustomerByBarcode(tx.db, code) : undefined;
  const clientId = tx.actor.storefront!.keyId;
  return findCustomer(tx.db, await nameCustomer(tx, { clientId, userId: customerId }));
}

/** Where the device stands, or else the client. */
async function spotOf(db: TenantDb, imei: string, clientId: string): Promise<string | null> {
  const { rows } = await sql<{ spot_id: string | null }>`
    select coalesce((select spot_id from robot where tenant_id = ${THIS_TENANT} and imei = ${imei}),
                    (select spot_id from storefront_client where tenant_id = ${THIS_TENANT} and id = ${clientId})) as spot_id`.execute(
    db,
  );
  return rows[0]?.spot_id ?? null;
}

const HALF_AN_HOUR_MS = 30 * 60_000;

/** Whose barcode an order names. */
export async function customerOfBarcode(db: TenantDb, barcode: string): Promise<KnownCustomer> {
  const customer = isBarcode(barcode) ? await findCustomerByBarcode(db, barcode) : undefined;
  if (!customer?.isActive) raiseAt('barcode', 'customer.unknown-barcode');
  return customer;
}

/** The scan that an order came from names it. */
export async function noteOrderOfScan(
  tx: Transaction,
  { customerId, orderNo }: { readonly customerId: string; readonly orderNo: string },
): Promise<void> {
  const since = new Date(tx.now().getTime() - HALF_AN_HOUR_MS);
  const scanned = await tx.db
    .selectFrom('customer_scan')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('client_id', '=', tx.actor.storefront!.keyId)
    .where('kind', '=', 'barcode')
    .where('order_no', '=', '')
    .where('scanned_at', '>', since)
    .orderBy('scanned_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (scanned)
    await tx.db.updateTable('customer_scan').set({ order_no: orderNo }).where('id', '=', scanned.id).execute();
}
