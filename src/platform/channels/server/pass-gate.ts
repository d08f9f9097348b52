import { sql } from 'kysely';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { type ChannelName, OPTIONAL_KINDS } from '../contract/channels.ts';
import { type Gate, gateOf, isOffer, placesOfHour } from '../rules/gate.ts';
import { afterQuietHours, type QuietHours } from '../rules/quiet-hours.ts';
import { announceDelivery } from './delivery-log.ts';
import type { DeliveryHooks } from './hooks.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export interface Gated {
  readonly id: string;
  readonly channel: ChannelName;
  readonly recipient: string;
  readonly kind: string;
  readonly customerId: string | null;
  readonly check: string;
  readonly key: string;
  /** It passed already: an attempt before this one. */
  readonly claimedAt: Date | null;
}

/**
 * Asks whether a message that people or events sent may leave, and takes its place among those that the limits allow, under a lock:
 * two at once cannot take the same place. What may not leave is held or ended here; what was stopped since it was read stays so.
 */
export async function passGate(tx: Transaction, hooks: DeliveryHooks, message: Gated): Promise<boolean> {
  const gate = await askGate(tx, hooks, message);
  const at = tx.now();
  const { numUpdatedRows } = await tx.db
    .updateTable('message_delivery')
    .set({ changed_at: at, ...changeOf(gate, message.claimedAt ?? at) })
    .where('id', '=', message.id)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (gate.state !== 'open') await announceDelivery(tx, message.id);
  return gate.state === 'open';
}

function changeOf(gate: Gate, claimedAt: Date) {
  if (gate.state === 'open') return { claimed_at: claimedAt, held_because: null };
  if (gate.state === 'held')
    return { state: 'held', held_because: gate.because, due_at: gate.until, is_put_off: true, claimed_at: null };
  return { state: gate.state, content: null, held_because: null, claimed_at: null };
}

async function askGate(tx: Transaction, hooks: DeliveryHooks, message: Gated): Promise<Gate> {
  const { db } = tx;
  const { channel, customerId, kind, check, key } = message;
  const now = tx.now();
  const [setting, tenant] = await Promise.all([
    db
      .selectFrom('channel_setting')
      .select(['is_on', 'per_person_day', 'per_hour'])
      .where('channel', '=', channel)
      .executeTakeFirst(),
    db.selectFrom('tenant').select(['time_zone', 'quiet_hours']).executeTakeFirstOrThrow(),
  ]);
  const receiver = customerId === null ? undefined : await hooks.receiver?.(db, { customerId, kind });
  const perPersonDay = isOffer(kind) ? (setting?.per_person_day ?? 0) : 0;
  const perHour = placesOfHour(setting?.per_hour ?? 0, kind);
  if (perPersonDay > 0 || perHour > 0)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`messages ${tx.tenantId} ${channel}`}, 0))`.execute(db);
  const since = (ms: number): Date => new Date(now.getTime() - ms);
  return gateOf({
    now,
    isOn: setting?.is_on ?? true,
    isTrue: check === '' || (await hooks.stillHolds?.(db, { check, key })) !== false,
    isRefused: receiver?.refuses === true,
    quietUntil: isOffer(kind) ? quietUntil(now, receiver?.timeZone ?? tenant.time_zone, tenant.quiet_hours) : undefined,
    perPersonDay,
    toPerson: await claimed(tx, message, { most: perPersonDay, since: since(DAY_MS), isPerson: true }),
    perHour,
    ofTenant: await claimed(tx, message, { most: perHour, since: since(HOUR_MS), isPerson: false }),
  });
}

/** A tenant may have none. */
export const quietUntil = (now: Date, timeZone: string, kept: unknown): Date | undefined =>
  kept === null ? undefined : afterQuietHours(now, timeZone, kept as QuietHours);

/** When places were taken, the newest first, and no more of them than the limit. */
async function claimed(
  tx: Transaction,
  { id, channel, recipient, customerId }: Gated,
  { most, since, isPerson }: { readonly most: number; readonly since: Date; readonly isPerson: boolean },
): Promise<Date[]> {
  if (most === 0) return [];
  const rows = await tx.db
    .selectFrom('message_delivery')
    .select('claimed_at')
    .where('channel', '=', channel)
    .where('claimed_at', '>', since)
    .where('id', '<>', id)
    .$if(isPerson, (query) =>
      query
        .where('kind', 'in', [...OPTIONAL_KINDS])
        .where((of) => (customerId === null ? of('recipient', '=', recipient) : of('customer_id', '=', customerId))),
    )
    .orderBy('claimed_at', 'desc')
    .limit(most)
    .execute();
  return rows.flatMap(({ claimed_at }) => (claimed_at ? [claimed_at] : []));
}
