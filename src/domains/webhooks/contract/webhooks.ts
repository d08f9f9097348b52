import * as z from 'zod';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import {
  answered,
  choice,
  generated,
  instant,
  integer,
  json,
  longText,
  text,
} from '#platform/records/contract/fields.ts';
import { EVENT_TYPES } from './public-events.ts';

const Events = z.array(z.enum(EVENT_TYPES)).min(1).max(EVENT_TYPES.length);

/** An address of somebody's own that is called when something happens in the tenant. */
export const webhooks = defineRecords({
  name: 'webhook',
  namespace: 'webhooks',
  calls: domainCalls('/webhook/api', { edit: 'update' }),
  switch: 'status',
  // a receiver is nothing without its secret, which a table of people's files cannot hold
  without: ['importCheck'],
  fields: {
    name: text(100, { required: true, unique: true, search: true, sort: true }),
    url: text(500, { required: true, search: true }),
    events: answered(json<string[]>(Events, [])),
    status: choice([1, 0], 'on_off', { empty: 1, sort: true }),
    description: longText(500),
    /** Why it is off, where no person has switched it off: `gone`. */
    endedBecause: generated(text(20)),
  },
  computed: {
    secretMadeAt: instant(),
    previousUntil: instant(),
    lastDeliveredAt: instant(),
    /** Of the last seven days. */
    delivered: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
    failing: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
  },
});
export type Webhook = RecordOf<typeof webhooks>;
