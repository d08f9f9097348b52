import * as z from 'zod';
import { STOREFRONT_CUSTOMER } from '#domains/customers/contract/addresses.ts';
import { OPTIONAL_KINDS } from '#platform/channels/contract/channels.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { BooleanField, Done, Id, Text } from '#platform/http/contract/fields.ts';

const Word = Text(64, 1);
const DEVICES = `${STOREFRONT_CUSTOMER}/devices`;
const CHOICES = `${STOREFRONT_CUSTOMER}/message-choices`;
const storefront = { auth: 'storefront', permission: null } as const;

/** What a customer is reached by beside phone and mailbox: the token of an app, or an openid. */
export const DEVICE_CHANNELS = ['push', 'wechat'] as const;
export const PLATFORMS = ['android', 'ios', 'web', ''] as const;

const Address = Text(250, 8).refine((value) => /^[\w:%.-]+$/.test(value), { message: 'fault.format' });

export const MessageChoices = z.strictObject({
  /** Kinds of messages that he does not want. */
  refused: z.array(z.enum(OPTIONAL_KINDS)),
});
export type MessageChoices = z.infer<typeof MessageChoices>;

export const storefrontMessageEndpoints = {
  saveDevice: endpoint({
    ...storefront,
    method: 'PUT',
    path: DEVICES,
    request: z.strictObject({
      customerId: Word,
      channel: z.enum(DEVICE_CHANNELS),
      address: Address,
      platform: z.enum(PLATFORMS).default(''),
    }),
    response: Done,
    summary:
      "Where a customer is reached: a token of the app, or his openid; an address that was somebody else's moves to him",
  }),
  removeDevice: endpoint({
    ...storefront,
    method: 'DELETE',
    path: DEVICES,
    request: z.strictObject({ customerId: Word, channel: z.enum(DEVICE_CHANNELS), address: Address }),
    response: Done,
    summary: 'He is not reached there any more: he has logged out',
  }),
  received: endpoint({
    ...storefront,
    method: 'POST',
    path: '/storefront/v1/messages/:messageId/received',
    request: z.strictObject({ messageId: Id }),
    response: Done,
    summary: 'The app has shown a message; said as often as it likes, it counts once',
  }),
  choices: endpoint({
    ...storefront,
    method: 'GET',
    path: CHOICES,
    request: z.strictObject({ customerId: Word }),
    response: MessageChoices,
    summary: 'Kinds of messages that a customer does not want',
  }),
  saveChoice: endpoint({
    ...storefront,
    method: 'PUT',
    path: CHOICES,
    request: z.strictObject({ customerId: Word, kind: z.enum(OPTIONAL_KINDS), wants: BooleanField }),
    response: MessageChoices,
    summary: 'Note that a customer wants messages of a kind, or does not',
  }),
};
