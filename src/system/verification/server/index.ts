import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { verificationEndpoints } from '../contract/endpoints.ts';
import { verificationProblems } from '../contract/problems.ts';
import { checkCaptcha, makeCaptcha } from './captcha/captcha.ts';
import { sendCodeJob } from './codes/send-code.ts';
import { sendCode } from './phone-codes.ts';

export { takeCaptcha } from './captcha/captcha.ts';
export { askedAs, askForCode } from './codes/ask-for-code.ts';
export { consumeCode, findCodeRequest } from './codes/code-store.ts';
export { proveByCode } from './codes/prove-phone.ts';
export {
  type AttemptKeys,
  attemptKeys,
  beginAttempt,
  cancelAttempt,
  confirmFailure,
  forgiveAttempt,
  forgiveFailures,
  recordFamiliarPlace,
  refuseDelayed,
} from './login-attempts.ts';
export { IS_MAILBOX_UNPROVED, takeMailbox } from './mailbox.ts';
export { phoneOf, tenantPhoneOf } from './phone-codes.ts';
export { requireSafeWay } from './safe-way.ts';

export const verification: ServerSlice = {
  name: 'verification',
  documentedWith: 'session',
  about: 'Codes by phone and mail, pictures with characters, and the counts that keep guessing slow.',
  routes: [
    route(verificationEndpoints.captcha, makeCaptcha),
    route(verificationEndpoints.checkCaptcha, checkCaptcha),
    route(verificationEndpoints.sendCode, sendCode),
  ],
  problems: verificationProblems,
  jobs: [sendCodeJob],
};
