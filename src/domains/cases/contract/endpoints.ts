import * as z from 'zod';
import { imageRules } from '#platform/files/contract/upload-kinds.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant, Minor, Text, UploadedFile } from '#platform/http/contract/fields.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';
import { CASE_WISHES, LONGEST_WORDS, orderCases } from './cases.ts';

const { base } = orderCases.calls;
export const MOST_LABELS = 200;

/** What stands on the label of a machine. */
export const CaseLabel = z.strictObject({
  robotId: z.string(),
  robotName: z.string(),
  imei: z.string(),
  spotName: z.string(),
  /** Address of its page for customers. */
  address: z.string(),
});
export type CaseLabel = z.infer<typeof CaseLabel>;

/** State of a machine in the moment in which a customer asked. */
export const MachineState = z.strictObject({
  online: z.boolean(),
  mode: z.string(),
  abnormal: z.boolean(),
  faults: z.array(z.string()),
  firmware: z.string(),
  lastHeardAt: Instant.nullable(),
});
export type MachineState = z.infer<typeof MachineState>;

/** For staff. */
export const caseEndpoints = {
  labels: endpoint({
    method: 'POST',
    path: `${base}/labels`,
    permission: 'robot:view',
    effect: 'read',
    /** Without ids: of all machines of a spot, or of all that one sees. */
    request: z.strictObject({ robotIds: z.array(Id).max(MOST_LABELS).optional(), spotId: Id.optional() }),
    response: z.array(CaseLabel),
    summary: `Labels of up to ${MOST_LABELS} robots: the address of the page on which customers ask about an order`,
  }),
  evidence: endpoint({
    method: 'GET',
    path: `${base}/evidence`,
    permission: orderCases.permission('view'),
    effect: 'read',
    request: z.strictObject({ id: Id }),
    response: z.strictObject({ photo: z.string(), machine: MachineState }),
    summary: 'Photo of a case, and the state of the machine in the moment in which the customer asked',
  }),
};

/** `<tenant>-<code>` of a label. */
export const DeviceCode = z.string().regex(/^\d{1,9}-[0-9A-Za-z]{10}$/);
const openBecause = 'customers have no account: the code of the machine, and what only the buyer knows, stand for one';

/** What a customer sees of what he asked. */
export const CASE_STATES = ['waiting', 'moneyOnItsWay', 'moneyBack', 'moneyNotSent', 'refused', 'withdrawn'] as const;
export const AskedCase = z.strictObject({
  state: z.enum(CASE_STATES),
  wish: z.enum(CASE_WISHES),
  words: z.string(),
  hasPhoto: z.boolean(),
  amountMinor: Minor,
  askedAt: Instant,
  /** In the words of staff, where they refused. */
  answer: z.string(),
});
export type AskedCase = z.infer<typeof AskedCase>;

export const ORDER_STATES = ['unpaid', 'making', 'ready', 'taken', 'failed'] as const;
export const ProvedOrder = z.strictObject({
  orderNo: z.string(),
  goods: z.string(),
  cups: z.int(),
  paidMinor: Minor,
  refundedMinor: Minor,
  currency: z.enum(CURRENCY_CODES),
  createdAt: Instant,
  state: z.enum(ORDER_STATES),
  asked: AskedCase.nullable(),
});
export type ProvedOrder = z.infer<typeof ProvedOrder>;

/** For a while whoever holds it may ask about the order; it says nothing and opens nothing else. */
const Proof = Text(300, 1);
const Key = z.string().regex(/^[A-Za-z0-9_-]{22}$/);
const photo = imageRules('case');

/** For customers at a machine. Every proof that does not fit has one answer, whatever was wrong with it. */
export const openCaseEndpoints = {
  prove: endpoint({
    auth: 'open',
    openBecause,
    method: 'POST',
    path: `${base}/prove`,
    request: z
      .strictObject({
        device: DeviceCode,
        /** Of an order of the last day. */
        pickupCode: z
          .string()
          .refine((code) => /^\d{4}$/.test(code), { message: 'case.pickup-code-form' })
          .optional(),
        /** Last six digits of an order of the last 30 days, with exactly what was paid. */
        orderEnd: z
          .string()
          .refine((end) => /^\d{6}$/.test(end), { message: 'case.order-end-form' })
          .optional(),
        paid: z
          .string()
          .refine((paid) => /^\d{1,9}([.,]\d{1,3})?$/.test(paid), { message: 'case.paid-form' })
          .optional(),
      })
      .superRefine(({ pickupCode, orderEnd, paid }, context) => {
        if (pickupCode !== undefined && orderEnd === undefined && paid === undefined) return;
        const missing = (path: string) => context.addIssue({ code: 'custom', path: [path], message: 'fault.required' });
        if (pickupCode !== undefined)
          context.addIssue({ code: 'custom', path: ['pickupCode'], message: 'case.one-proof' });
        else if (orderEnd === undefined && paid === undefined) missing('pickupCode');
        else if (orderEnd === undefined) missing('orderEnd');
        else if (paid === undefined) missing('paid');
      }),
    response: z.strictObject({ proof: z.string(), expiresAt: Instant, order: ProvedOrder }),
    summary: 'Show that an order of this machine is yours, by its pickup code or by number and amount',
  }),
  ask: endpoint({
    auth: 'open',
    openBecause,
    method: 'POST',
    path: `${base}/ask`,
    request: z.strictObject({
      device: DeviceCode,
      proof: Proof,
      wish: z.enum(CASE_WISHES),
      words: Text(LONGEST_WORDS, 3),
      file: UploadedFile.optional(),
    }),
    response: z.strictObject({
      /** With the address of the machine's page it shows what became of this; nobody else learns it. */
      key: z.string(),
      order: ProvedOrder,
    }),
    upload: { field: 'file', maxBytes: photo.maxBytes },
    summary: 'Ask for money back or for the drink once more, with a photo; staff answers',
  }),
  state: endpoint({
    auth: 'open',
    openBecause,
    method: 'POST',
    path: `${base}/state`,
    effect: 'read',
    request: z.strictObject({ device: DeviceCode, key: Key }),
    response: ProvedOrder,
    summary: 'What became of what a customer asked',
  }),
};
