/** Keys whose values nobody needs to understand an order: keys of machines, and who the customer is at the provider. */
const HIDDEN =
  /secret|token|password|authorization|e-?mail|phone|address|billing|shipping|customer|payment_method|card|fingerprint/i;
const MASK = '••••';
const DEEPEST = 12;

/** Raw content for the eyes of staff (security 9.2, 14.5): shape and codes stay, secrets and persons do not. */
export function redacted(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST) return MASK;
  if (Array.isArray(value)) return value.map((one) => redacted(one, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [
      key,
      HIDDEN.test(key) && held !== null ? MASK : redacted(held, depth + 1),
    ]),
  );
}
