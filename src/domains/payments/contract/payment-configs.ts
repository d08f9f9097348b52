import * as z from 'zod';
import { type Endpoint, endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, TenantId } from '#platform/http/contract/fields.ts';
import { jsonOfText } from '#platform/http/contract/json-text.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import { amount, choice, flag, json, rows, text } from '#platform/records/contract/fields.ts';
import { CONFIG_CHANNELS } from './config-channels.ts';

type Content = Readonly<Record<string, string>>;
const MOST_VALUES = 20;

/** An empty value is none: forms leave it out, and people leave it in. */
function withoutEmpty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== '' && one !== undefined && one !== null));
}

/** An object, or its text as older clients send it; the adapter of the channel says what belongs in it. */
const ContentField = z.preprocess(
  (value) => withoutEmpty(typeof value === 'string' ? (jsonOfText(value) ?? value) : value),
  z
    .record(z.string().max(50), z.string().max(10_000))
    .refine((content) => Object.keys(content).length <= MOST_VALUES, { message: 'fault.format' }),
) as unknown as z.ZodType<Content>;

/** How a tenant takes money at one provider (domain 3). One of a channel is on. */
const declared = defineRecords({
  name: 'paymentConfig',
  namespace: 'payment-configs',
  calls: domainCalls('/payment-config/api', { edit: 'update' }),
  switch: 'status',
  // a table of people's files is no place for keys
  without: ['importCheck'],
  fields: {
    customName: text(60, { required: true, search: true, sort: true }),
    /** For customers who read Chinese; empty where the other one is for all. */
    customNameZh: text(60, { search: true }),
    channel: choice(CONFIG_CHANNELS, 'payment_channel', { required: true, sort: true }),
    status: choice([1, 0], 'on_off', { empty: 0, sort: true }),
    /** Apps, mini-programs and kiosks pay by it. */
    appEnabled: flag(true),
    /** The terminal beside a kiosk does. */
    posEnabled: flag(false),
    /** Where the provider wants more than the currency does (practice 1.3). */
    amounts: rows(
      {
        currency: choice(CURRENCY_CODES, 'currency', { required: true }),
        /** What is charged is a multiple of so many minor units. */
        amountStepMinor: amount({ min: 1, currency: 'currency' }),
        /** The provider refuses less; minor units. */
        minAmountMinor: amount({ currency: 'currency' }),
      },
      CURRENCY_CODES.length,
      (list, context) => {
        for (const [place, { currency }] of list.entries())
          if (list.slice(0, place).some((earlier) => earlier.currency === currency))
            context.addIssue({ code: 'custom', message: 'record.taken', path: [place, 'currency'] });
      },
    ),
    /** Secrets stand in it masked (security 2.6). */
    configContent: json(ContentField, {}),
  },
  computed: {
    /** Where the provider must send its events. */
    callbackUrl: text(500),
    /** A secret for them is set. */
    webhookIsSet: flag(false),
  },
});

/** The setup check names the tenant, which is the one that the header selects (platform.md 7). */
const page = {
  ...declared.endpoints.page,
  request: (declared.endpoints.page.request as unknown as z.ZodObject).extend({ tenant_id: TenantId.optional() }),
} as unknown as typeof declared.endpoints.page;

export const paymentConfigs: typeof declared = { ...declared, endpoints: { ...declared.endpoints, page } };
export type PaymentConfig = RecordOf<typeof declared>;

const { base } = declared.calls;
const PaymentConfigRow = declared.endpoints.one.response;
const ofTenant = z.strictObject({ tenant_id: TenantId.optional() });

/** What a provider said when it was asked what it holds for us. */
export const ProviderCheck = z.strictObject({
  answered: z.boolean(),
  /** Real money; false for keys of a test. */
  isLive: z.boolean().nullable(),
  balances: z.array(z.strictObject({ currency: z.string(), availableMinor: z.int(), pendingMinor: z.int() })),
  /** Its words where it refused or did not answer. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  tookMs: z.int(),
});
export type ProviderCheck = z.infer<typeof ProviderCheck>;

/** `present`: it was there and its secret is ours; `by-hand`: the provider did not let us, the address is to be copied. */
export const CALLBACK_OUTCOMES = ['registered', 'rotated', 'present', 'by-hand'] as const;
export const CallbackOutcome = z.strictObject({
  callbackUrl: z.string(),
  outcome: z.enum(CALLBACK_OUTCOMES),
  code: z.string().nullable(),
  message: z.string().nullable(),
});
export type CallbackOutcome = z.infer<typeof CallbackOutcome>;

const change = { method: 'POST', permission: paymentConfigs.permission('edit') } as const;

export const paymentConfigEndpoints = {
  /** The setup check asks it whether a provider's events arrive (platform.md 7, 9). */
  listStripe: endpoint({
    method: 'POST',
    permission: paymentConfigs.permission('view'),
    effect: 'read',
    path: `${base}/listStripe`,
    request: ofTenant,
    response: z.array(PaymentConfigRow),
    summary: 'Stripe settings with a webhook, secrets masked',
  }) as unknown as Endpoint<typeof ofTenant, z.ZodType<PaymentConfig[]>>,
  addCallback: endpoint({
    ...change,
    path: `${base}/add_callback_url`,
    request: z.strictObject({
      id: Id,
      /** A new secret although one is there; events signed by the one before are taken for a day. */
      rotate: z.boolean().optional(),
    }),
    response: CallbackOutcome,
    summary: 'Register our address for events at the provider and keep its secret; repeating it changes nothing',
  }),
  check: endpoint({
    ...change,
    path: `${base}/check`,
    request: z.strictObject({ id: Id }),
    response: ProviderCheck,
    summary: "Ask the provider for the account's balance, to see whether the keys work",
  }),
};
