import type { StorageSettings } from '../contract/storage-settings.ts';

/** What most services of one's own take that do not know regions. */
const DEFAULT_REGION = 'us-east-1';
const REGION_IN_HOST =
  /(?:^|[.-])((?:af|ap|ca|cn|eu|il|me|mx|sa|us)(?:-gov)?-[a-z]+-\d{1,3}|(?:ams|blr|fra|lon|nyc|sfo|sgp|syd|tor)\d)\./;

type Place = Pick<StorageSettings, 'endpoint' | 'bucketName' | 'region'>;

/** The address of the bucket: in the path, unless the endpoint names it already. */
export function bucketAddress({ endpoint, bucketName }: Place): string {
  const url = new URL(endpoint);
  const path = url.pathname.replace(/\/+$/, '');
  const isNamed = url.hostname.startsWith(`${bucketName.toLowerCase()}.`) || path.split('/').at(-1) === bucketName;
  return `${url.origin}${path}${isNamed ? '' : `/${bucketName}`}`;
}

/** The region that signatures name (SigV4). */
export function bucketRegion({ endpoint, region }: Place): string {
  return region || (REGION_IN_HOST.exec(`${new URL(endpoint).hostname}.`)?.[1] ?? DEFAULT_REGION);
}
