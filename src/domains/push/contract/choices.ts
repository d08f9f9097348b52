import * as z from 'zod';
import { customers } from '#domains/customers/contract/customers.ts';
import { OPTIONAL_KINDS } from '#platform/channels/contract/channels.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { BooleanField, Id } from '#platform/http/contract/fields.ts';
import { choiceCalls } from './choices-calls.ts';
import { MessageChoices } from './devices.ts';

/** Tenant, customer, kind, and the proof that we wrote it. */
export const LINK = /^[1-9]\d{0,17}\.[0-9a-f-]{36}\.[a-z]{3,20}\.[A-Za-z0-9_-]{43}$/;
const Link = z.string().regex(LINK, 'fault.format');
const openBecause = 'who got a mail has no account here; the link in it is the proof';

export const LinkAnswer = z.strictObject({
  tenantName: z.string(),
  /** The kind that the mail was of. */
  kind: z.enum(OPTIONAL_KINDS),
  refused: z.array(z.enum(OPTIONAL_KINDS)),
});
export type LinkAnswer = z.infer<typeof LinkAnswer>;

export const choiceEndpoints = {
  read: endpoint({
    ...choiceCalls.read,
    openBecause,
    request: z.strictObject({ link: Link }),
    response: LinkAnswer,
    summary: 'What the receiver of a mail has chosen, by the link in it',
  }),
  save: endpoint({
    ...choiceCalls.save,
    openBecause,
    request: z.strictObject({ link: Link, kind: z.enum(OPTIONAL_KINDS), wants: BooleanField }),
    response: LinkAnswer,
    summary: 'Note what the receiver of a mail wants to be written about, by the link in it',
  }),
  ofCustomer: endpoint({
    method: 'GET',
    path: '/MsgPush/api/choices/ofCustomer',
    effect: 'read',
    permission: customers.permission('view'),
    request: z.strictObject({ id: Id }),
    response: z.strictObject({
      ...MessageChoices.shape,
      /** How many phones and accounts reach him beside phone number and mailbox. */
      devices: z.array(
        z.strictObject({ channel: z.enum(['push', 'wechat']), platform: z.string(), lastSeenAt: z.string() }),
      ),
    }),
    summary: 'What a customer does not want to be written about, and by which devices he is reached',
  }),
  saveOfCustomer: endpoint({
    method: 'POST',
    path: '/MsgPush/api/choices/saveOfCustomer',
    permission: customers.permission('edit'),
    request: z.strictObject({ id: Id, kind: z.enum(OPTIONAL_KINDS), wants: BooleanField }),
    response: MessageChoices,
    summary: 'Note what a customer told staff: which messages he wants',
  }),
};
