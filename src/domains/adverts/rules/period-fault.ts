import type { ShowingState } from '../contract/endpoints.ts';

/** Instants; null: from the beginning, or without an end. */
export interface Period {
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

/** Why nothing can be shown in this period (settled 71): it ends before it begins, or is over already. */
export function periodFault({ startsAt, endsAt }: Period, now: Date): 'ad.period' | 'ad.period-over' | undefined {
  if (endsAt === null) return undefined;
  if (startsAt !== null && endsAt <= startsAt) return 'ad.period';
  return endsAt <= now ? 'ad.period-over' : undefined;
}

/** Whether a clip is shown at this moment; one that is switched off never is. */
export function showingState({ startsAt, endsAt }: Period, isOn: boolean, now: Date): ShowingState {
  if (endsAt !== null && endsAt <= now) return 'past';
  if (!isOn) return 'off';
  return startsAt !== null && startsAt > now ? 'coming' : 'now';
}
