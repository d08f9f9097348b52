import { expect, test } from 'vitest';
import { storageFault } from './storage-fault.ts';

test.each([
  ['storage.address-refused', undefined, 'endpoint', 'tenant.storage-address'],
  ['storage.unreachable', undefined, 'endpoint', 'tenant.storage-silent'],
  ['storage.unreachable', 'SlowDown', 'endpoint', 'tenant.storage-silent'],
  ['storage.access-refused', 'NoSuchBucket', 'bucketName', 'tenant.storage-bucket'],
  ['storage.access-refused', 'AuthorizationHeaderMalformed', 'region', 'tenant.storage-region'],
  ['storage.access-refused', 'InvalidAccessKeyId', 'accessKey', 'tenant.storage-access-key'],
  ['storage.access-refused', 'SignatureDoesNotMatch', 'secretKey', 'tenant.storage-secret-key'],
  ['storage.access-refused', 'AccessDenied', 'accessKey', 'tenant.storage-rights'],
  ['storage.access-refused', 'constructor', 'accessKey', 'tenant.storage-rights'],
  ['storage.access-refused', undefined, 'accessKey', 'tenant.storage-rights'],
])('%s (%s) is about the field %s', (problem, said, path, code) => {
  expect(storageFault(problem, said)).toEqual({ path, code });
});
