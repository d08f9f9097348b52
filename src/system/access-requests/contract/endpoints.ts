import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant, Text } from '#platform/http/contract/fields.ts';

/** Who may give roles answers requests. */
const answers = 'role:assign';
const Action = Text(100, 1);

export const WhyRequest = z
  .strictObject({ action: Action.optional(), path: Text(300, 1).optional() })
  .refine(({ action, path }) => (action === undefined) !== (path === undefined), {
    path: ['action'],
    message: 'fault.required',
  });
export type WhyRequest = z.infer<typeof WhyRequest>;

/** About the caller himself. */
export const WhyAnswer = z.strictObject({
  action: z.string(),
  /** What the right is called. */
  name: z.string(),
  held: z.boolean(),
  /** Through what he holds it. */
  through: z.array(z.string()),
  /** Roles that would give it. */
  roles: z.array(z.string()),
  /** Who could give it; their names only for those who may see people. */
  givers: z.array(z.string()),
  giverCount: z.int(),
  /** He has asked for it, and waits for the answer. */
  asked: z.boolean(),
});
export type WhyAnswer = z.infer<typeof WhyAnswer>;

export const AskRequest = z.strictObject({ action: Action, reason: Text(500, 1) });
export type AskRequest = z.infer<typeof AskRequest>;

/** A role that gives what is asked for. */
export const OfferedRole = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** How many rights it gives. */
  rights: z.int(),
  /** The caller holds all that it gives. */
  mayGive: z.boolean(),
});
export type OfferedRole = z.infer<typeof OfferedRole>;

export const GrantRequest = z.strictObject({
  id: Id,
  roleId: Id,
  /** For good unless told. */
  endsAt: Instant.nullish(),
});
export type GrantRequest = z.infer<typeof GrantRequest>;
export const RefuseRequest = z.strictObject({ id: Id, answer: Text(500, 1) });
export type RefuseRequest = z.infer<typeof RefuseRequest>;

export const accessRequestEndpoints = {
  why: endpoint({
    method: 'GET',
    path: '/sys/access/why',
    permission: null,
    request: WhyRequest,
    response: WhyAnswer,
    summary: 'Why the caller can or cannot do something, and who could change that',
  }),
  ask: endpoint({
    method: 'POST',
    path: '/sys/access/ask',
    permission: null,
    request: AskRequest,
    response: z.null(),
    summary: 'Ask those who give roles for a right',
  }),
  roles: endpoint({
    method: 'GET',
    path: '/sys/access/roles',
    permission: answers,
    request: z.strictObject({ id: Id }),
    response: z.array(OfferedRole),
    summary: 'Roles that would give what a request asks for, the smallest first',
  }),
  grant: endpoint({
    method: 'POST',
    path: '/sys/access/grant',
    permission: answers,
    request: GrantRequest,
    response: z.null(),
    summary: 'Answer a request with a role, for good or until a moment',
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/sys/access/refuse',
    permission: answers,
    request: RefuseRequest,
    response: z.null(),
    summary: 'Refuse a request with a reason',
  }),
};

export const accessRequestProblems = {
  'access-request.unknown': 404,
  'access-request.unknown-action': 404,
  'access-request.held': 409,
  'access-request.asked': 409,
  'access-request.answered': 409,
  'access-request.wrong-role': 409,
  'access-request.own': 409,
  'access-request.ends-in-past': 422,
} as const;
