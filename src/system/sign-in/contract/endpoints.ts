import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { signInCalls } from './calls.ts';
import { LoginKey, LoginRequest } from './login.ts';
import { PhoneLoginRequest, RegisterAnswer, RegisterRequest } from './sign-in.ts';

const SMALL = 4_096;

/** Ways in. No password and no code stands in an address. */
export const signInEndpoints = {
  loginKey: endpoint({
    ...signInCalls.loginKey,
    openBecause: 'the login form is encrypted before anybody is logged in',
    request: z.strictObject({}),
    response: LoginKey,
    summary: 'One-use public key for the login form',
  }),
  login: endpoint({
    ...signInCalls.login,
    openBecause: 'this is how a session begins',
    bodyLimit: 16_384,
    request: LoginRequest,
    response: LoginAnswer,
    summary: 'Log in with an encrypted or a clear form',
  }),
  phoneLogin: endpoint({
    ...signInCalls.phoneLogin,
    openBecause: 'this is how a session begins',
    bodyLimit: SMALL,
    request: PhoneLoginRequest,
    response: LoginAnswer,
    summary: 'Log in with a code that was sent to the phone',
  }),
  register: endpoint({
    ...signInCalls.register,
    openBecause: 'the caller has no account yet; the account gets no rights by itself',
    bodyLimit: SMALL,
    request: RegisterRequest,
    response: RegisterAnswer,
    summary: 'Make an account for the owner of a phone',
  }),
};
