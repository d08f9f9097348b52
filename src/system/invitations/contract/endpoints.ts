import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, SecretText, Text } from '#platform/http/contract/fields.ts';
import { LoginRequest } from '#system/sign-in/contract/login.ts';
import { invitationCalls } from './calls.ts';
import { invitations } from './invitations.ts';

/** The tenant and a secret of 256 bits. */
const Code = z.string().regex(/^[1-9]\d{0,17}\.[A-Za-z0-9_-]{43}$/, 'fault.format');
const openBecause = 'who is invited has no session here yet; the code of the message is the proof';

export const InvitationAnswer = z.strictObject({
  tenantName: z.string(),
  invitedBy: z.string(),
  contact: z.string(),
  /** The contact belongs to an account: its owner logs in, others make one. */
  hasAccount: z.boolean(),
});
export type InvitationAnswer = z.infer<typeof InvitationAnswer>;

export const JoinRequest = z.strictObject({
  code: Code,
  username: Text(40, 1),
  realname: Text(100, 1),
  password: SecretText(256),
});
export type JoinRequest = z.infer<typeof JoinRequest>;

export const AcceptRequest = z.strictObject({
  code: Code,
  jwe: z.string().min(1).max(8_000).optional(),
  username: LoginRequest.shape.username,
  password: LoginRequest.shape.password,
  secondStep: LoginRequest.shape.secondStep,
});
export type AcceptRequest = z.infer<typeof AcceptRequest>;

export const JoinedAnswer = z.strictObject({ username: z.string() });
export type JoinedAnswer = z.infer<typeof JoinedAnswer>;

export const invitationEndpoints = {
  read: endpoint({
    ...invitationCalls.read,
    openBecause,
    request: z.strictObject({ code: Code }),
    response: InvitationAnswer,
    summary: 'Which tenant an invitation is from',
  }),
  join: endpoint({
    ...invitationCalls.join,
    openBecause,
    request: JoinRequest,
    response: JoinedAnswer,
    summary: 'Accept an invitation with a new account',
  }),
  accept: endpoint({
    ...invitationCalls.accept,
    openBecause,
    request: AcceptRequest,
    response: JoinedAnswer,
    summary: 'Accept an invitation with the account that one has',
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: '/sys/invitation/sendAgain',
    permission: invitations.permission('add'),
    request: z.strictObject({ id: Id }),
    response: z.null(),
    summary: 'Send an invitation again; the earlier code is worth nothing any more',
  }),
};
