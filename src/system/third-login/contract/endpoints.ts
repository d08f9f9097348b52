import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Done, Instant, SecretText, Text } from '#platform/http/contract/fields.ts';
import { TypedStep } from '#system/second-step/contract/typed-step.ts';
import { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { Phone, TypedCode } from '#system/verification/contract/verification.ts';
import { thirdLoginCalls } from './calls.ts';
import { ProviderChoice, ProviderSource } from './provider.ts';

/** A random value that works once, in the browser that got it. */
const OneUseCode = z.string().regex(/^[A-Za-z0-9]{16,128}$/);

export const ProvidersAnswer = z.strictObject({ list: z.array(ProviderChoice) });
export type ProvidersAnswer = z.infer<typeof ProvidersAnswer>;

/** A user whom the provider knows and we do not. */
export const UnboundAnswer = z.strictObject({
  source: ProviderSource,
  providerName: z.string(),
  /** As the provider calls him; may be empty. */
  name: z.string(),
  suggestedUsername: z.string(),
  mayCreate: z.boolean(),
});
export type UnboundAnswer = z.infer<typeof UnboundAnswer>;

/** Account and password, encrypted as in the login form, or in clear; the older contract calls the account `uuid`. */
const CheckPasswordRequest = z
  .strictObject({
    operateCode: OneUseCode,
    jwe: z.string().min(1).max(8000).optional(),
    uuid: SecretText(200).optional(),
    password: SecretText(512).optional(),
    secondStep: TypedStep,
  })
  .superRefine((form, context) => {
    if (form.jwe !== undefined) return;
    for (const field of ['uuid', 'password'] as const) {
      if (form[field] === undefined) context.addIssue({ code: 'custom', path: [field], message: 'fault.required' });
    }
  });

/** What the older client sends beside the account is what the provider said, and is taken from there. */
const ignored = z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]).optional();
const CreateAccountRequest = z.strictObject({
  operateCode: OneUseCode,
  username: Text(40, 1),
  source: ignored,
  uuid: ignored,
  avatar: ignored,
  realname: ignored,
});

const becauseLogin = 'this is how a session begins';
const checkPassword = {
  ...thirdLoginCalls.checkPassword,
  openBecause: becauseLogin,
  bodyLimit: 16_384,
  request: CheckPasswordRequest,
  response: OneUseCode,
  summary: 'Tie the identity of the provider to the account whose password is given',
} as const;
const createAccount = {
  ...thirdLoginCalls.createAccount,
  openBecause: becauseLogin,
  bodyLimit: 16_384,
  request: CreateAccountRequest,
  response: OneUseCode,
  summary: 'Make an account for the identity of the provider',
} as const;

/** An account elsewhere that opens the caller's account here. */
const OwnTie = z.strictObject({
  id: z.string(),
  providerName: z.string(),
  /** As the provider calls him; may be empty. */
  name: z.string(),
  tiedAt: Instant,
  lastLoginAt: Instant.nullable(),
});
export type OwnTie = z.infer<typeof OwnTie>;

/**
 * system-api.md 2.5. Wherever it speaks of a token in a path, an address or an answer, ours is a code of 60 s that
 * `getLoginUser` takes once, in the browser that began (security 2.17). `PROVIDER_VISITS` are the addresses that the
 * browser itself visits.
 */
export const thirdLoginEndpoints = {
  providers: endpoint({
    ...thirdLoginCalls.providers,
    openBecause: 'the login page shows a button for each',
    request: z.strictObject({}),
    response: ProvidersAnswer,
    summary: 'Providers through which one may log in',
  }),
  loginUser: endpoint({
    ...thirdLoginCalls.loginUser,
    openBecause: becauseLogin,
    request: z.strictObject({ code: OneUseCode, source: ProviderSource }),
    response: LoginAnswer,
    summary: 'Begin the session of a login through a provider',
  }),
  unbound: endpoint({
    ...thirdLoginCalls.unbound,
    openBecause: becauseLogin,
    request: z.strictObject({ operateCode: OneUseCode }),
    response: UnboundAnswer,
    summary: 'Who came back from the provider without an account here',
  }),
  checkPassword: endpoint(checkPassword),
  checkPasswordOlder: endpoint({ ...checkPassword, path: '/sys/third/user/checkPassword' }),
  bindPhone: endpoint({
    ...thirdLoginCalls.bindPhone,
    openBecause: becauseLogin,
    bodyLimit: 4_096,
    request: z.strictObject({ mobile: Phone, captcha: TypedCode, thirdUserUuid: OneUseCode, secondStep: TypedStep }),
    response: OneUseCode,
    summary: 'Tie the identity of the provider to the account whose phone got the code',
  }),
  createAccount: endpoint(createAccount),
  createAccountOlder: endpoint({ ...createAccount, path: '/sys/third/user/create' }),
  ownTies: endpoint({
    method: 'GET',
    path: '/sys/thirdLogin/own',
    scope: 'identity',
    permission: null,
    request: z.strictObject({}),
    response: z.array(OwnTie),
    summary: "Accounts elsewhere that open the caller's account",
  }),
  untie: endpoint({
    method: 'POST',
    path: '/sys/thirdLogin/untie',
    scope: 'identity',
    permission: null,
    request: z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
    response: Done,
    summary: 'Untie an account elsewhere; wants the password again',
  }),
  validateCas: endpoint({
    method: 'GET',
    path: '/sys/cas/client/validateLogin',
    auth: 'open',
    openBecause: becauseLogin,
    effect: 'change',
    request: z.strictObject({ ticket: z.string().min(1).max(256), service: z.url().max(500) }),
    response: LoginAnswer,
    summary: 'Begin a session with a ticket of the configured CAS server',
  }),
};
