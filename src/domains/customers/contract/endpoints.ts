import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import {
  BooleanField,
  Done,
  Id,
  Imei,
  Instant,
  LocalDate,
  pageFields,
  pageOf,
  SortColumn,
  Text,
} from '#platform/http/contract/fields.ts';
import { isKnownZone } from '#system/tenants/contract/time-zones.ts';
import { STOREFRONT_CUSTOMER } from './addresses.ts';
import { CONTACT_PERMISSION, customers, LONGEST_WORD } from './customers.ts';
import { SCAN_KINDS, SCAN_RESULTS } from './scans.ts';

const { base } = customers.calls;
const view = { permission: customers.permission('view'), effect: 'read' } as const;
const Row = customers.endpoints.one.response;
export const MOST_FOUND = 20;

/** How a search came to a customer. */
export const FOUND_BY = [
  'barcode',
  'orderNo',
  'pickupCode',
  'rentalNo',
  'couponCode',
  'contact',
  'userId',
  'name',
] as const;

export const FoundCustomer = z.strictObject({
  id: z.string(),
  name: z.string(),
  userId: z.string(),
  clientName: z.string().nullable(),
  phone: z.string(),
  email: z.string(),
  barcode: z.string(),
  lastSeenAt: Instant,
  foundBy: z.enum(FOUND_BY),
  /** The order by which it was found. */
  orderNo: z.string().nullable(),
});
export type FoundCustomer = z.infer<typeof FoundCustomer>;

export const customerEndpoints = {
  byUserId: endpoint({
    ...view,
    method: 'GET',
    path: `${base}/getByUserId`,
    /** Without a client: of those who have this word the one who was seen last. */
    request: z.strictObject({ userId: Text(LONGEST_WORD, 1), clientId: Id.optional() }),
    response: Row,
    summary: 'A customer by the word of the client that knows him',
  }),
  search: endpoint({
    ...view,
    method: 'GET',
    path: `${base}/search`,
    request: z.strictObject({ text: Text(100, 2) }),
    response: z.array(FoundCustomer),
    summary: `Up to ${MOST_FOUND} customers by name, word, phone, mailbox, barcode, number of an order or rental, pickup code or coupon code`,
  }),
  erase: endpoint({
    method: 'POST',
    alsoMethods: ['DELETE'],
    path: `${base}/delete`,
    permission: customers.permission('delete'),
    request: z.strictObject({ id: Id }),
    response: Done,
    summary: 'Erase a customer: a pseudonym takes his place, his orders and their sums stay',
  }),
  addBarcode: endpoint({
    method: 'POST',
    path: '/BarCodeAccount/api/add',
    permission: customers.permission('edit'),
    request: z.strictObject({ id: Id }),
    response: z.strictObject({ id: z.string(), barcode: z.string() }),
    summary: 'Give a customer a barcode; the one before opens nothing any more',
  }),
};

/** What a client tells of its customer; what is left out stays as it is. */
export const CustomerFacts = z.strictObject({
  name: Text(100).optional(),
  phone: customers.fields.phone.input.optional(),
  email: customers.fields.email.input.optional(),
  /** The client has made sure that the mailbox is the customer's. */
  emailVerified: BooleanField.optional(),
  language: Text(35).optional(),
  birthday: LocalDate.nullable().optional(),
  consent: BooleanField.optional(),
  /** On whose clock messages wait for the morning, such as `Asia/Tokyo`; empty: the tenant's. */
  timeZone: Text(64)
    .refine((value) => value === '' || isKnownZone(value), { message: 'fault.format' })
    .optional(),
});
export type CustomerFacts = z.output<typeof CustomerFacts>;

/** A customer as the client that knows him sees him. */
export const StorefrontCustomer = z.strictObject({
  customerId: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  language: z.string(),
  timeZone: z.string(),
  birthday: z.string().nullable(),
  consent: z.boolean(),
  barcode: z.string(),
  createdAt: Instant,
});
export type StorefrontCustomer = z.infer<typeof StorefrontCustomer>;

const Word = Text(LONGEST_WORD, 1);
const ONE = STOREFRONT_CUSTOMER;
const storefront = { auth: 'storefront', permission: null } as const;

/** A client's own customers (settled 107 to 109). */
export const storefrontCustomerEndpoints = {
  read: endpoint({
    ...storefront,
    method: 'GET',
    path: ONE,
    request: z.strictObject({ customerId: Word }),
    response: StorefrontCustomer,
    summary: 'A customer of this client',
  }),
  save: endpoint({
    ...storefront,
    method: 'PUT',
    path: ONE,
    request: z.strictObject({ customerId: Word, ...CustomerFacts.shape }),
    response: StorefrontCustomer,
    summary: 'Make a customer known, or what is known of him: name, contact, language, consent',
  }),
  makeBarcode: endpoint({
    ...storefront,
    method: 'POST',
    path: `${ONE}/barcode`,
    request: z.strictObject({ customerId: Word }),
    response: StorefrontCustomer,
    summary: 'Give a customer a new barcode; the one before opens nothing any more',
  }),
  scan: endpoint({
    ...storefront,
    method: 'POST',
    path: '/storefront/v1/scans',
    request: z
      .strictObject({
        kind: z.enum(SCAN_KINDS),
        /** 12 digits of a customer's card, or what the code of a machine says. */
        code: Text(64, 1),
        deviceImei: Imei.optional(),
        /** Whose phone has read the code of a machine. */
        customerId: Word.optional(),
      })
      .refine(({ kind, customerId }) => kind === 'barcode' || customerId !== undefined, {
        path: ['customerId'],
        message: 'fault.required',
      }),
    response: z.strictObject({
      result: z.enum(SCAN_RESULTS),
      /** Who it is; empty where the customer gave no name. */
      name: z.string(),
    }),
    summary: 'Recognise a customer by his barcode at a kiosk, or note that he has read the code of a machine',
  }),
};

/** A person of the tenant, and how he is told of alarms. */
export const AlarmUser = z.strictObject({
  userId: z.string(),
  name: z.string(),
  workNo: z.string(),
  phone: z.string(),
  email: z.string(),
  bySms: z.boolean(),
  byEmail: z.boolean(),
  /** Empty: of all spots that he may see. */
  spotIds: z.array(z.string()),
  /** Restricted people are told of their spots alone. */
  isRestricted: z.boolean(),
});
export type AlarmUser = z.infer<typeof AlarmUser>;

export const ALARM_PERMISSION = 'alarm:edit';

export const alarmUserEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/tenantinfo/api/getTenantDeviceUser',
    permission: ALARM_PERMISSION,
    effect: 'read',
    request: z.strictObject({
      ...pageFields,
      column: SortColumn(['name', 'workNo']),
      keyword: Text(100).optional(),
      /** Those alone who are told of alarms, or are not. */
      isTold: BooleanField.optional(),
    }),
    response: pageOf(AlarmUser),
    summary: 'People of the tenant, and who of them is told of alarms by which channel and of which spots',
  }),
  save: endpoint({
    method: 'POST',
    path: '/tenantinfo/api/setUserByAlert',
    permission: ALARM_PERMISSION,
    request: z.strictObject({
      userIds: z.array(Id).min(1).max(200),
      bySms: BooleanField,
      byEmail: BooleanField,
      spotIds: z.array(Id).max(200).default([]),
    }),
    response: Done,
    summary: 'Choose how people are told of alarms, and of which spots; by no channel: not at all',
  }),
};

export { CONTACT_PERMISSION };
