import { expect, test } from 'vitest';
import { bucketAddress, bucketRegion } from './bucket-address.ts';

test.each([
  ['https://s3.eu-north-1.amazonaws.com', 'cups', 'https://s3.eu-north-1.amazonaws.com/cups', 'eu-north-1'],
  ['https://cups.s3.us-west-2.amazonaws.com/', 'cups', 'https://cups.s3.us-west-2.amazonaws.com', 'us-west-2'],
  ['https://s3.us-gov-west-1.amazonaws.com', 'cups', 'https://s3.us-gov-west-1.amazonaws.com/cups', 'us-gov-west-1'],
  ['https://s3.us-west-004.backblazeb2.com', 'cups', 'https://s3.us-west-004.backblazeb2.com/cups', 'us-west-004'],
  ['https://nyc3.digitaloceanspaces.com', 'cups', 'https://nyc3.digitaloceanspaces.com/cups', 'nyc3'],
  ['https://minio.example:9000', 'cups', 'https://minio.example:9000/cups', 'us-east-1'],
  ['https://storage.example/s3/cups', 'cups', 'https://storage.example/s3/cups', 'us-east-1'],
  ['https://cupsize.example', 'cups', 'https://cupsize.example/cups', 'us-east-1'],
])('%s with the bucket %s is %s in %s', (endpoint, bucketName, address, region) => {
  expect([bucketAddress({ endpoint, bucketName }), bucketRegion({ endpoint, bucketName })]).toEqual([address, region]);
});

test('a region that is set wins', () => {
  const place = { endpoint: 'https://s3.eu-north-1.amazonaws.com', bucketName: 'cups', region: 'auto' };
  expect(bucketRegion(place)).toBe('auto');
});
