import type { WorldClock } from '../world/clock.ts';
import type { Timers } from '../world/timers.ts';
import type { AccountDesk } from './account-desk.ts';
import { lapseHold } from './payment-intents.ts';
import type { ProviderStore } from './provider-store.ts';
import { settlePendingRefund } from './refunds.ts';

const HOLD_LASTS_SECONDS = 7 * 86_400;
const REFUNDS_CHECKED_EVERY_MS = 250;
const HOLDS_CHECKED_EVERY_MS = 30_000;

interface TimedChanges {
  readonly store: ProviderStore;
  readonly clock: WorldClock;
  readonly timers: Timers;
  deskOf(account: string): AccountDesk;
}

/** What comes with time alone, and not with a call. */
export function startTimedChanges(around: TimedChanges): void {
  const { timers } = around;
  const each = (everyMs: number, work: (around: TimedChanges) => void): void => {
    work(around);
    timers.after(everyMs, () => each(everyMs, work));
  };
  each(REFUNDS_CHECKED_EVERY_MS, settleRefunds);
  each(HOLDS_CHECKED_EVERY_MS, lapseOldHolds);
}

/** The bank's late word on refunds. */
function settleRefunds({ store, clock, deskOf }: TimedChanges): void {
  const now = clock.now().getTime();
  for (const { account, refund, becomes } of store.all('refunds')) {
    if (!becomes || refund.status !== 'pending' || becomes.at > now) continue;
    settlePendingRefund(deskOf(account), refund.id, becomes.status);
    store.commit();
  }
}

/** Practice 3.1: a hold that nobody captured within a week lapses. */
function lapseOldHolds({ store, clock, deskOf }: TimedChanges): void {
  const before = clock.now().getTime() / 1000 - HOLD_LASTS_SECONDS;
  for (const { account, intent } of store.all('intents')) {
    if (intent.status !== 'requires_capture' || intent.created > before) continue;
    lapseHold(deskOf(account), intent.id);
    store.commit();
  }
}
