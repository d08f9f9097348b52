import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#platform/context/server/services.ts';
import { FILES_PATH } from '#platform/files/contract/endpoints.ts';
import { SYSTEM_BASE } from '#platform/http/contract/bases.ts';
import { rawRoute } from '#platform/http/server/route.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { initialsPicture } from '#platform/viewer/rules/initials.ts';

/** Beside the stored pictures, for clients read all of them there. Made from its address alone, which names nobody. */
export const initialsRoute = rawRoute({
  method: 'GET',
  path: `${SYSTEM_BASE}${FILES_PATH}/initials/:name`,
  openBecause: 'pictures stand in pages that send no session; this one shows what its address says',
  summary: 'The picture of somebody who has none: his initials',
  answers: { type: 'image/svg+xml' },
  handle: sendInitials,
});

async function sendInitials(_services: Services, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { name } = request.params as { readonly name: string };
  // two letters may be more as capitals
  const letters = /^(.{1,6})\.svg$/su.exec(name)?.[1] ?? raise('request.not-found');
  return reply
    .headers({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    .send(initialsPicture(letters));
}
