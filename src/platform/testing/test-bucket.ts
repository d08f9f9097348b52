import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface TestBucket {
  /** Without the bucket, as a tenant types it. */
  readonly endpoint: string;
  readonly port: number;
  readonly bucketName: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly objects: Map<string, { bytes: Buffer; type: string; at: Date }>;
  /** `GET /cups/key` of every call that was let in. */
  readonly calls: string[];
  /** Uploads in parts that are neither complete nor given up. */
  readonly openUploads: Map<string, Map<number, Buffer>>;
  /** What the next calls meet instead of an answer. */
  fault: 'none' | 'silent' | 'broken' | 'moved' | 'gone';
  close(): Promise<void>;
}

const REGION = 'us-east-1';
const SKEW_MS = 15 * 60_000;

/**
 * As much of an S3 service as the product uses, on loopback. Signatures are computed anew from the request as it arrived
 * (AWS Signature Version 4) and refused when they differ, with S3's own codes.
 */
export async function startTestBucket(onPort = 0): Promise<TestBucket> {
  const server = createServer((request, response) => {
    void answer(bucket, request, response).catch((error) => refuse(response, 500, 'InternalError', String(error)));
  });
  await new Promise<void>((done) => server.listen(onPort, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const bucket: TestBucket = {
    endpoint: `http://127.0.0.1:${port}`,
    port,
    bucketName: 'cups',
    accessKey: 'TESTACCESSKEY',
    secretKey: 'planted-storage-secret-0123456789',
    objects: new Map(),
    calls: [],
    openUploads: new Map(),
    fault: 'none',
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return bucket;
}

async function answer(bucket: TestBucket, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (bucket.fault === 'silent') return;
  if (bucket.fault === 'broken') return refuse(response, 503, 'SlowDown');
  if (bucket.fault === 'gone') return refuse(response, 404, 'NoSuchBucket');
  if (bucket.fault === 'moved') return void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
  const body = await buffer(request);
  const url = new URL(request.url ?? '/', bucket.endpoint);
  const refusal = whyRefused(bucket, request, url);
  if (refusal) return refuse(response, 403, refusal);
  const [, name, ...rest] = decodeURIComponent(url.pathname).split('/');
  if (name !== bucket.bucketName) return refuse(response, 404, 'NoSuchBucket');
  bucket.calls.push(`${request.method} ${url.pathname}`);
  const key = rest.join('/');
  const query = url.searchParams;
  const upload = query.get('uploadId');
  switch (request.method) {
    case 'PUT':
      if (upload !== null) return putPart(bucket, upload, Number(query.get('partNumber')), body, response);
      return put(bucket, key, body, request.headers['content-type'] ?? '', response);
    case 'POST':
      return query.has('uploads') ? openUpload(bucket, response) : completeUpload(bucket, key, upload ?? '', response);
    case 'DELETE':
      if (upload === null) bucket.objects.delete(key);
      else bucket.openUploads.delete(upload);
      return void response.writeHead(204).end();
    case 'GET':
      return key === '' ? list(bucket, query, response) : get(bucket, key, request.headers.range, response);
    default:
      return refuse(response, 405, 'MethodNotAllowed');
  }
}

function put(bucket: TestBucket, key: string, bytes: Buffer, type: string, response: ServerResponse): void {
  bucket.objects.set(key, { bytes, type, at: new Date() });
  response.writeHead(200, { etag: `"${md5(bytes)}"` }).end();
}

function get(bucket: TestBucket, key: string, range: string | undefined, response: ServerResponse): void {
  const found = bucket.objects.get(key);
  if (!found) {
    refuse(response, 404, 'NoSuchKey');
    return;
  }
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  const total = found.bytes.length;
  const part = found.bytes.subarray(Number(from), to === '' ? total : Number(to) + 1);
  const contentRange = `bytes ${from}-${Number(from) + part.length - 1}/${total}`;
  response.writeHead(range ? 206 : 200, { 'content-type': found.type, 'content-range': contentRange }).end(part);
}

function list(bucket: TestBucket, query: URLSearchParams, response: ServerResponse): void {
  const contents = [...bucket.objects]
    .filter(([key]) => key.startsWith(query.get('prefix') ?? ''))
    .map(
      ([key, { bytes, at }]) =>
        `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
    );
  xml(response, `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`);
}

function openUpload(bucket: TestBucket, response: ServerResponse): void {
  const id = `upload-${bucket.openUploads.size + 1}`;
  bucket.openUploads.set(id, new Map());
  xml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
}

function putPart(bucket: TestBucket, id: string, no: number, bytes: Buffer, response: ServerResponse): void {
  bucket.openUploads.get(id)?.set(no, bytes);
  response.writeHead(200, { etag: `"${md5(bytes)}"` }).end();
}

function completeUpload(bucket: TestBucket, key: string, id: string, response: ServerResponse): void {
  const parts = [...(bucket.openUploads.get(id) ?? [])].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
  // S3's own rule
  if (parts.slice(0, -1).some((part) => part.length < 5_242_880)) {
    refuse(response, 400, 'EntityTooSmall');
    return;
  }
  bucket.openUploads.delete(id);
  const bytes = Buffer.concat(parts);
  bucket.objects.set(key, { bytes, type: '', at: new Date() });
  xml(response, `<CompleteMultipartUploadResult><ETag>"${md5(bytes)}"</ETag></CompleteMultipartUploadResult>`);
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** S3's code for a call that is not signed as it must be. */
function whyRefused(bucket: TestBucket, request: IncomingMessage, url: URL): string | undefined {
  const [, key = '', day = '', region = '', names = '', signature = ''] =
    AUTHORIZATION.exec(request.headers.authorization ?? '') ?? [];
  if (key === '') return 'AccessDenied';
  if (key !== bucket.accessKey) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const signed = names.split(';');
  const at = String(request.headers['x-amz-date']);
  const time = at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => signed.includes(name))) return 'AccessDenied';
  if (!(Math.abs(new Date(time).getTime() - Date.now()) < SKEW_MS) || !at.startsWith(day))
    return 'RequestTimeTooSkewed';
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const headers = signed.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const payload = String(request.headers['x-amz-content-sha256']);
  const canonical = [request.method, url.pathname, query, headers, names, payload].join('\n');
  const scope = `${day}/${REGION}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const signingKey = [day, REGION, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${bucket.secretKey}`);
  const expected = hmac(signingKey, text);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');

function xml(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
}

function refuse(response: ServerResponse, status: number, code: string, message = code): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}
