import { expect, test } from 'vitest';
import { failureOf } from './broker-failure.ts';

test.each([
  ['wrong-password', 134],
  ['wrong-password', 5],
  ['certificate', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['certificate', 'CERT_HAS_EXPIRED'],
  ['certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['unreachable', 'ECONNREFUSED'],
  ['unreachable', undefined],
])('%s: %s', (failure, code) => {
  expect(failureOf({ code })).toBe(failure);
});
