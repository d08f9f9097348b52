/**
 * How many days the rows of tables that grow with use are kept, by table; docs/retention.md says why and lists the rest.
 * Orders, payments, refunds and audit rows are books: none of them is ever deleted. Steps of orders and rentals go into the archive.
 */
export const KEPT_DAYS = {
  device_quarantine: 30,
  device_session: 90,
  robot_temperature: 90,
  webhook_delivery: 30,
  log_download: 7,
  customer_scan: 90,
  order_case: 90,
  device_presence_change: 400,
  device_event: 400,
  device_command: 400,
  payment_inbox: 400,
  security_event: 730,
  alarm: 400,
  power_bank_place: 400,
  cabinet_eject: 400,
  power_bank_notice: 400,
  refill_run: 730,
  operation_log: 90,
  login_log: 400,
  order_event: 730,
  rental_event: 730,
  order_counter: 7,
  membership: 30,
} as const;

/** What is older than this has been kept long enough. */
export const keptSince = (table: keyof typeof KEPT_DAYS, now: Date): Date =>
  new Date(now.getTime() - KEPT_DAYS[table] * 24 * 3_600_000);
