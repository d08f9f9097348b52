import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#platform/problems/server/raise.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;
/** ASCII is a part of UTF-8; JSON knows no other (RFC 8259). */
const KNOWN_CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/** What says that it is packed is packed: it is refused, because whoever unpacks it does not know how large it becomes. */
export function refusePacked({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const packed = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (packed !== '' && packed !== 'identity') throw new Problem('request.unsupported-media-type');
}

/** The text of a JSON body; bytes of another writing would become text that nobody wrote. */
export function jsonText(request: Pick<FastifyRequest, 'headers'>, bytes: Buffer): string {
  refusePacked(request);
  const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  if (!KNOWN_CHARSETS.has(charset)) throw new Problem('request.unsupported-media-type');
  if (!isUtf8(bytes)) throw new Problem('request.malformed', {}, { faults: [{ path: '', code: 'text.malformed' }] });
  return bytes.toString('utf8');
}
