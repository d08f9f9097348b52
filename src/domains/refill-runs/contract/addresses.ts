export const REFILL_RUNS = '/devices/refill-runs';
export const NEW_REFILL_RUN = `${REFILL_RUNS}/new`;
export const REFILL_FILLS = `${REFILL_RUNS}/fills`;
export const refillRunPage = (id: string): string => `${REFILL_RUNS}/detail/${encodeURIComponent(id)}`;
/** On the phone, where it is done. */
export const PHONE_REFILL = '/mobile/refill';
export const phoneRun = (id: string): string => `${PHONE_REFILL}?run=${encodeURIComponent(id)}`;
