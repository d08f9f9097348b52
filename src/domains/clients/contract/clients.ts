import { spots } from '#domains/spots/contract/spots.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { choice, flag, instant, integer, reference, text } from '#platform/records/contract/fields.ts';

export const CLIENT_CHANNELS = ['app', 'kiosk', 'miniprogram'] as const;

/** What sells through the storefront: an app, a kiosk, a mini-program (product.md 3, settled 39). Its keys stand beside it. */
export const clients = defineRecords({
  name: 'storefrontClient',
  namespace: 'clients',
  calls: domainCalls('/storefront-client/api', { edit: 'update' }),
  switch: 'status',
  // a client is nothing without a key, which a table of people's files cannot hold
  without: ['importCheck'],
  fields: {
    name: text(100, { required: true, unique: true, search: true, sort: true }),
    channel: choice(CLIENT_CHANNELS, 'client_channel', { required: true, sort: true }),
    /** A kiosk stands at one; others sell at all spots of the tenant unless they have one. */
    spotId: reference(spots),
    status: choice([1, 0], 'on_off', { empty: 1, sort: true }),
    /** For building and trying: nobody pays, and no money is counted. */
    sandbox: flag(false),
    /** Calls in a minute; without it as many as the tenant may make. */
    rateLimit: integer(1, 60_000, { unit: '/min' }),
  },
  computed: {
    /** The last characters of the newest key; empty where there is none. */
    keyEnd: text(4),
    keyMadeAt: instant(),
    /** The key before it is good until then. */
    previousUntil: instant(),
    lastUsedAt: instant({ sort: true }),
    ordersToday: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
  },
});
export type StorefrontClient = RecordOf<typeof clients>;
