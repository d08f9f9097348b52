export const COUNTER_DIGITS = 8;
const LAST_COUNTER = 10 ** COUNTER_DIGITS - 1;

export interface OrderNumberParts {
  /** Day in the tenant's zone, `yyyyMMdd`. */
  readonly day: string;
  readonly tenantId: string;
  /** Which order of the tenant it is: 1, 2, 3 … over all its days. */
  readonly counter: number;
}

/**
 * Tenant day, tenant id and eight digits (practice 2.4). Day and counter have fixed lengths, so two tenants never share a
 * number. 1 comes again behind the last counter: with the day before it a number is unique for ever, unless a tenant has a
 * hundred million orders in one day (decision 130).
 */
export function orderNumber({ day, tenantId, counter }: OrderNumberParts): string {
  if (!/^\d{8}$/.test(day) || !/^[1-9]\d*$/.test(tenantId))
    throw new RangeError(`no order number for ${day}/${tenantId}`);
  if (!Number.isSafeInteger(counter) || counter < 1) throw new RangeError(`no order counter: ${counter}`);
  return day + tenantId + String(1 + ((counter - 1) % LAST_COUNTER)).padStart(COUNTER_DIGITS, '0');
}
