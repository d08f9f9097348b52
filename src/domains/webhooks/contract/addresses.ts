/** Who is called when something happens. */
export const WEBHOOK_LIST = '/settings/webhooks';
/** What was sent to them. */
export const DELIVERY_LIST = '/settings/webhook-deliveries';
