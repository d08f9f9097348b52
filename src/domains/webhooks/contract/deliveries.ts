import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineList, type ListedOf } from '#platform/records/contract/define-records.ts';
import { choice, instant, integer, longText, reference, text } from '#platform/records/contract/fields.ts';
import { webhooks } from './webhooks.ts';

export const DeliveryState = { waiting: 0, delivered: 1, givenUp: 2 } as const;

/** What was sent to receivers, and what became of it. */
export const deliveries = defineList({
  name: 'webhookDelivery',
  namespace: 'webhook-deliveries',
  calls: domainCalls('/webhook-delivery/api'),
  rightsOf: 'webhook',
  time: 'createdAt',
  label: 'event',
  fields: {
    event: text(60, { search: true, filter: true, sort: true }),
    webhookId: reference(webhooks, { filter: true }),
    state: choice([0, 1, 2], 'delivery_state', { required: true, sort: true }),
    attempts: integer(0, 32_767, { required: true, sort: true }),
    lastStatus: integer(0, 599),
    lastError: text(200),
    createdAt: instant({ required: true, sort: true }),
    nextAttemptAt: instant(),
    endedAt: instant(),
    eventId: text(40, { search: true }),
    payload: longText(100_000),
  },
});
export type Delivery = ListedOf<typeof deliveries>;
