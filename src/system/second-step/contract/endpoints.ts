import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Instant } from '#platform/http/contract/fields.ts';

/** Whether the login asks for a second step. */
const OwnSecondStep = z.strictObject({
  /** Since when; null where the password alone opens the account. */
  since: Instant.nullable(),
  /** Recovery codes that were not used yet. */
  codesLeft: z.int(),
});
export type OwnSecondStep = z.infer<typeof OwnSecondStep>;

/** What an authenticator app takes over: by its QR code, or typed in. */
const BegunSecondStep = z.strictObject({ secret: z.string(), address: z.string() });
export type BegunSecondStep = z.infer<typeof BegunSecondStep>;

/** Each opens the account once, in place of the app; they are shown this one time. */
const RecoveryCodes = z.strictObject({ codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** Six digits, with the gap that apps show or without. */
export const ConfirmRequest = z.strictObject({ code: z.string().regex(/^\s*\d{3}\s?\d{3}\s*$/) });
export type ConfirmRequest = z.infer<typeof ConfirmRequest>;

const own = { method: 'POST', scope: 'identity', permission: null, bodyLimit: 4_096 } as const;

/** The code of an authenticator app as the second step of one's own login (decision 143). */
export const secondStepEndpoints = {
  own: endpoint({
    ...own,
    method: 'GET',
    path: '/sys/secondStep/own',
    request: z.strictObject({}),
    response: OwnSecondStep,
    summary: "Whether the caller's login asks for the code of an app",
  }),
  begin: endpoint({
    ...own,
    path: '/sys/secondStep/begin',
    answersSecret: true,
    request: z.strictObject({}),
    response: BegunSecondStep,
    summary:
      'A new secret for an authenticator app; wants the password again, and changes nothing until a code of it was confirmed',
  }),
  confirm: endpoint({
    ...own,
    path: '/sys/secondStep/confirm',
    answersSecret: true,
    request: ConfirmRequest,
    response: RecoveryCodes,
    summary: 'From now on the login asks for codes of the app, of which this is the first one',
  }),
  renewCodes: endpoint({
    ...own,
    path: '/sys/secondStep/renewCodes',
    answersSecret: true,
    request: z.strictObject({}),
    response: RecoveryCodes,
    summary: 'New recovery codes in place of all earlier ones; wants the password again',
  }),
  end: endpoint({
    ...own,
    path: '/sys/secondStep/end',
    request: z.strictObject({}),
    response: Done,
    summary: 'The password alone opens the account again; wants it once more',
  }),
};
