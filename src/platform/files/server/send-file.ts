import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#platform/context/server/services.ts';
import { SYSTEM_BASE } from '#platform/http/contract/bases.ts';
import { rawRoute } from '#platform/http/server/route.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { FILES_PATH } from '../contract/endpoints.ts';
import { UPLOAD_KINDS } from '../contract/upload-kinds.ts';
import { readRange } from '../rules/read-range.ts';
import { fileHeaders, readFileKey } from '../rules/stored-file.ts';
import { findStoredFile } from './file-rows.ts';

/** A path never means another content, so a client fetches it only once. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Pictures by their address, from the tenant's store through us: type and headers are ours (security 11.3). */
export const fileRoute = rawRoute({
  method: 'GET',
  path: `${SYSTEM_BASE}${FILES_PATH}/:tenant/:kind/:name`,
  openBecause: 'pictures stand in pages and messages that send no session; their address cannot be guessed',
  summary: 'A stored picture or film, or a part of it (Range)',
  answers: { type: 'image/*' },
  handle: sendFile,
});

async function sendFile(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { tenant, kind, name } = request.params as Record<'tenant' | 'kind' | 'name', string>;
  const path = `${tenant}/${kind}/${name}`;
  const key = readFileKey(path);
  // other purposes, such as exports, have doors of their own
  const isPicture =
    key && /^[1-9]\d{0,17}$/.test(key.tenantId) && isUuid(key.id) && Object.hasOwn(UPLOAD_KINDS, key.purpose);
  if (!isPicture) return raise('file.not-found');
  const found = await services.database.read(key.tenantId, (db) => findStoredFile(db, { ...key, kind: key.purpose }));
  if (!found) return raise('file.not-found');
  const label = found.label.replace(/\.[^.]{1,8}$/, '');
  const etag = `"${found.checksum}"`;
  const headers = { ...fileHeaders(key.extension, label), 'cache-control': FOR_EVER, etag };
  if (request.headers['if-none-match'] === etag) return reply.code(304).headers(headers).send();
  // of a file that has changed the whole is sent; the content of a path never does
  const since = request.headers['if-range'];
  const part = readRange(since === undefined || since === etag ? request.headers.range : undefined, found.size_bytes);
  if (part === 'beyond')
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${found.size_bytes}`, 'accept-ranges': 'bytes' })
      .send();
  const file = (await services.files.read(path, part)) ?? raise('file.not-found');
  reply.headers({ ...headers, 'accept-ranges': 'bytes' });
  if (!part) return reply.header('content-length', String(file.size)).send(file.content);
  const { first, last } = part;
  return reply
    .code(206)
    .headers({
      'content-range': `bytes ${first}-${last}/${found.size_bytes}`,
      'content-length': String(last - first + 1),
    })
    .send(file.content);
}
