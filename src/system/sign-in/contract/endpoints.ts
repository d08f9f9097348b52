import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { LoginAnswer } from '#system/session/contract/login-answer.ts';
import { signInCalls } from './calls.ts';
import { EncryptedString, LoginKey, LoginRequest } from './login.ts';
import { MobileLoginAnswer, PhoneLoginRequest, RegisterAnswer, RegisterRequest } from './sign-in.ts';

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
  encryptedString: endpoint({
    ...signInCalls.encryptedString,
    openBecause: 'two random texts, new with each call, that open nothing',
    request: z.strictObject({}),
    response: EncryptedString,
    summary: 'A fresh key and vector for texts that an older client veils on its own; the login takes no such texts',
  }),
  login: endpoint({
    ...signInCalls.login,
    openBecause: 'this is how a session begins',
    bodyLimit: 16_384,
    request: LoginRequest,
    response: LoginAnswer,
    summary: 'Log in with an encrypted or a clear form',
  }),
  mobileLogin: endpoint({
    ...signInCalls.mobileLogin,
    openBecause: 'this is how a session begins',
    bodyLimit: 16_384,
    request: LoginRequest,
    response: MobileLoginAnswer,
    summary: 'The same login for an app, which gets the session and its owner alone',
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
