import type { TenantState } from '../contract/tenants.ts';

export interface TenantTerm {
  /** 1 works, 0 is frozen by hand. */
  readonly wanted: number;
  /** Both are days on the tenant's own clock and belong to its time (settled 38). */
  readonly beginDate: string | null;
  readonly endDate: string | null;
}

/** What holds on a day of the tenant, `yyyy-MM-dd`: frozen by hand before everything, else by its days (settled 38). */
export function tenantState({ wanted, beginDate, endDate }: TenantTerm, today: string): TenantState {
  if (wanted !== 1) return 'frozen';
  if (beginDate !== null && today < beginDate) return 'notBegun';
  return endDate !== null && today > endDate ? 'ended' : 'active';
}
