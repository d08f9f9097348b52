export interface StorageFault {
  /** The field of the form that is to be looked at. */
  readonly path: 'endpoint' | 'bucketName' | 'region' | 'accessKey' | 'secretKey';
  readonly code: `tenant.storage-${string}`;
}

/** By the service's own codes, which all that speak S3 share. */
const BY_SERVICE: ReadonlyMap<string, StorageFault> = new Map(
  Object.entries({
    NoSuchBucket: { path: 'bucketName', code: 'tenant.storage-bucket' },
    InvalidBucketName: { path: 'bucketName', code: 'tenant.storage-bucket' },
    AuthorizationHeaderMalformed: { path: 'region', code: 'tenant.storage-region' },
    InvalidAccessKeyId: { path: 'accessKey', code: 'tenant.storage-access-key' },
    SignatureDoesNotMatch: { path: 'secretKey', code: 'tenant.storage-secret-key' },
  }),
);

/** Which field of a storage's settings a failed trial is about. */
export function storageFault(problem: string, serviceCode: string | undefined): StorageFault {
  if (problem === 'storage.address-refused') return { path: 'endpoint', code: 'tenant.storage-address' };
  if (problem !== 'storage.access-refused') return { path: 'endpoint', code: 'tenant.storage-silent' };
  return BY_SERVICE.get(serviceCode ?? '') ?? { path: 'accessKey', code: 'tenant.storage-rights' };
}
