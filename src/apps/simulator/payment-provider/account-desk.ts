import type { WorldClock } from '../world/clock.ts';
import type { ApiError } from './api-error.ts';
import { newProviderId } from './identifiers.ts';
import {
  API_VERSION,
  type ChargeObject,
  type DisputeObject,
  type EventObject,
  type LedgerEntry,
  type PaymentIntentObject,
  type RefundObject,
} from './payment-objects.ts';
import type { ProviderFaults } from './provider-faults.ts';
import type { ProviderStore } from './provider-store.ts';

/** What one call may use: the store, the faults, and the way to tell the shop what happened. */
export interface AccountDesk {
  readonly account: string;
  readonly store: ProviderStore;
  readonly faults: ProviderFaults;
  readonly clock: WorldClock;
  /** Address of the pretended bank's page for second steps. */
  readonly bankUrl: string;
  nowSeconds(): number;
  publish(type: string, object: EventObject['data']['object']): void;
  record(
    entry: Pick<LedgerEntry, 'kind' | 'amountMinor' | 'refund' | 'dispute'>,
    intent: PaymentIntentObject,
  ): LedgerEntry;
  saveIntent(intent: PaymentIntentObject): PaymentIntentObject;
  saveCharge(charge: ChargeObject): void;
  saveRefund(refund: RefundObject, becomes?: { status: 'succeeded' | 'failed'; at: number }): void;
  saveDispute(dispute: DisputeObject): DisputeObject;
  /** Loses the answer of this call after its effect. */
  loseAnswer(how: 'hang' | 'drop'): void;
}

export interface DeskSurroundings {
  store: ProviderStore;
  faults: ProviderFaults;
  clock: WorldClock;
  bankUrl: string;
  request: { id: string | null; idempotencyKey: string | null };
  emit(account: string, event: EventObject): void;
  onLoseAnswer?(how: 'hang' | 'drop'): void;
}

export function openDesk(account: string, around: DeskSurroundings): AccountDesk {
  const { store, faults, clock } = around;
  const nowSeconds = (): number => Math.floor(clock.now().getTime() / 1000);
  return {
    account,
    store,
    faults,
    clock,
    bankUrl: around.bankUrl,
    nowSeconds,
    publish: (type, object) => {
      around.emit(account, {
        id: newProviderId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: nowSeconds(),
        data: { object: structuredClone(object) },
        livemode: false,
        pending_webhooks: 1,
        request: { id: around.request.id, idempotency_key: around.request.idempotencyKey },
        type,
      });
    },
    record: (entry, intent) => {
      const id = newProviderId('txn');
      const booked: LedgerEntry = {
        id,
        at: clock.now().toISOString(),
        account,
        paymentIntent: intent.id,
        currency: intent.currency,
        metadata: intent.metadata,
        ...entry,
      };
      store.put('ledger', id, booked);
      return booked;
    },
    saveIntent: (intent) => {
      store.put('intents', intent.id, { account, intent });
      return intent;
    },
    saveCharge: (charge) => store.put('charges', charge.id, { account, charge }),
    saveRefund: (refund, becomes) =>
      store.put('refunds', refund.id, { account, refund, ...(becomes ? { becomes } : {}) }),
    saveDispute: (dispute) => {
      store.put('disputes', dispute.id, { account, dispute });
      return dispute;
    },
    loseAnswer: (how) => around.onLoseAnswer?.(how),
  };
}

/** Answer of a call: an object to send, or the error that the call ends with after its effects were kept. */
export type Outcome<T> = { ok: T } | { error: ApiError };
