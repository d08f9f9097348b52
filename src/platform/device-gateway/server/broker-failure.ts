/** Why the server is not served by a broker. */
export type BrokerFailure = 'wrong-password' | 'certificate' | 'unreachable' | 'no-rights' | 'name-taken';

/** Of MQTT 5: not authorised, bad user name or password; and of 3.1.1. */
const BAD_LOGIN: ReadonlySet<unknown> = new Set([134, 135, 4, 5]);
/** Of MQTT 5: another connection with our client id. */
export const SESSION_TAKEN_OVER = 142;

/** What the error of a connection means to the one who runs the broker. */
export function failureOf(error: object): BrokerFailure {
  const { code } = error as { readonly code?: unknown };
  if (BAD_LOGIN.has(code)) return 'wrong-password';
  // ERR_TLS_CERT_ALTNAME_INVALID, CERT_HAS_EXPIRED, DEPTH_ZERO_SELF_SIGNED_CERT, UNABLE_TO_VERIFY_LEAF_SIGNATURE and their like
  return typeof code === 'string' && /CERT|SIGNATURE/.test(code) ? 'certificate' : 'unreachable';
}
