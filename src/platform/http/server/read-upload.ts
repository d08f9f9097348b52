import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { UploadForm } from '#platform/http/contract/endpoint.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { sizeText } from '../rules/size-text.ts';
import { boundaryOf, FormFault, type FormLimits, readForm } from './multipart.ts';
import { refuseUnstorable } from './refuse-unstorable.ts';

const FIELD_BYTES = 10_000;
const PARTS = 20;
/** Heads, boundaries and fields beside the file. */
const FORM_BYTES = 65_536;
/** What is still taken in after the last byte that counts, so that the connection goes on; who sends more loses it. */
const REST_BYTES = 33_554_432;

/** Fields and file of an upload as one object; a file too large is refused while it comes (security 11.1). */
export async function readUpload(upload: UploadForm, request: FastifyRequest): Promise<Record<string, unknown>> {
  const boundary = boundaryOf(request.headers['content-type']) ?? refuse('', 'fault.form');
  const body = request.body instanceof Readable ? request.body : refuse('', 'fault.form');
  const limits: FormLimits = {
    parts: PARTS,
    headerBytes: 4_096,
    fieldBytes: FIELD_BYTES,
    fileBytes: (name, fields) =>
      name === upload.field ? Math.min(upload.maxBytes, upload.maxBytesOf?.(fields) ?? upload.maxBytes) : 0,
    totalBytes: upload.maxBytes + FORM_BYTES,
  };
  try {
    // the connection stays open: the sender of too much gets the reason
    const { fields, files } = await readForm(body.iterator({ destroyOnReturn: false }), boundary, limits);
    refuseUnstorable(fields);
    return { ...fields, ...files };
  } catch (error) {
    if (error instanceof FormFault) return refuseForm(error);
    // the sender has gone in the middle of it
    if (body.destroyed) return refuse('', 'fault.form');
    throw error;
  } finally {
    passOver(body);
  }
}

/** A browser reads the answer only when it has sent all, and the next call of a connection comes after the rest of this one. */
function passOver(body: Readable): void {
  if (body.destroyed) return;
  let left = REST_BYTES;
  body.on('data', (chunk: Uint8Array) => {
    left -= chunk.byteLength;
    if (left < 0) body.destroy();
  });
  // the reader has left it paused
  body.resume();
}

function refuseForm({ kind, field, maximum = 0 }: FormFault): never {
  // a file where none belongs has no bytes to give
  if (kind === 'file-too-large' && maximum === 0) return refuse(field, 'fault.unknown-field');
  if (kind === 'file-too-large') {
    const size = { maximum: sizeText(maximum) };
    return raise('request.file-too-large', size, {
      faults: [{ path: field, code: 'fault.file-size', params: size }],
    });
  }
  if (kind === 'field-too-large') return refuse(field, 'fault.too-long', { maximum });
  if (kind === 'too-many-parts') return refuse('', 'fault.too-many', { maximum: PARTS });
  return refuse(field, kind === 'twice' ? 'fault.twice' : 'fault.form');
}

function refuse(path: string, code: string, params: Record<string, number> = {}): never {
  return raise('request.malformed', {}, { faults: [{ path, code, params }] });
}
