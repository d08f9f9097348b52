export const COUNTER_DIGITS = 8;
const MAX_COUNTER = 10 ** COUNTER_DIGITS - 1;

export interface OrderNumberParts {
  /** Day in the tenant's zone, `yyyyMMdd`. */
  readonly day: string;
  readonly tenantId: string;
  /** 1 … 99,999,999. It may run on over days; with the day and the tenant before it the number is unique for ever. */
  readonly counter: number;
}

/**
 * Tenant day, tenant id and eight digits (practice 2.4). Day and counter have fixed lengths, so two tenants never share a
 * number. More digits would end that, hence the refusal beyond the last counter.
 */
export function orderNumber({ day, tenantId, counter }: OrderNumberParts): string {
  if (!/^\d{8}$/.test(day) || !/^[1-9]\d*$/.test(tenantId))
    throw new RangeError(`no order number for ${day}/${tenantId}`);
  if (!Number.isInteger(counter) || counter < 1 || counter > MAX_COUNTER) {
    throw new RangeError(`order counter ${counter} is outside of 1 to ${MAX_COUNTER}`);
  }
  return day + tenantId + String(counter).padStart(COUNTER_DIGITS, '0');
}
