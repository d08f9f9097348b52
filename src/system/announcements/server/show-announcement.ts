import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import { LANGUAGES, type Language } from '#platform/http/contract/envelope.ts';
import { languageOf } from '#platform/http/server/language.ts';
import { rawRoute } from '#platform/http/server/route.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { oneRecord } from '#platform/records/server/list-records.ts';
import type { ServedKind } from '#platform/records/server/serving.ts';
import { writeRichText } from '#platform/rich-text/rules/write-rich-text.ts';
import { sanitizeRichText } from '#platform/rich-text/server/sanitize-rich-text.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { wallClock } from '#platform/time/rules/local-day.ts';
import { authenticateDigest } from '#system/session/server/index.ts';
import { ANNOUNCEMENT_SHOW } from '../contract/addresses.ts';
import { announcements } from '../contract/announcements.ts';
import type { ShowTicket } from '../contract/endpoints.ts';
import { phaseOf } from '../rules/announcement-life.ts';
import { showPage } from '../rules/show-page.ts';

const TICKET_SECONDS = 60;
const purposeOf = (id: string): string => `announcement:${id}`;

/** For one look at one announcement, by this session. */
export async function issueShowTicket(
  served: ServedKind,
  context: RequestContext,
  { id }: { readonly id: string },
): Promise<ShowTicket> {
  const session = context.actor.sessionDigest ?? raise('request.unauthenticated');
  await oneRecord(served, context, id);
  const ticket = randomBytes(32).toString('base64url');
  const now = context.now();
  await context.identity(async (db) => {
    await db.deleteFrom('ticket').where('expires_at', '<', now).execute();
    await db
      .insertInto('ticket')
      .values({
        digest: sha256(ticket),
        session_digest: session,
        tenant_id: Number(context.tenantId),
        purpose: purposeOf(id),
        expires_at: new Date(now.getTime() + TICKET_SECONDS * 1_000),
      })
      .execute();
  });
  await context.transaction((tx) =>
    tx.audit({ action: 'announcement:show', objectKind: announcements.name, objectId: id }),
  );
  const query = new URLSearchParams({ token: ticket, language: context.language });
  return { url: `${ANNOUNCEMENT_SHOW.replace(':id', id)}?${query}`, expiresInSeconds: TICKET_SECONDS };
}

const Asked = z.object({ token: z.string().max(100).optional(), language: z.enum(LANGUAGES).optional() });

export const showAnnouncement = rawRoute({
  method: 'GET',
  path: ANNOUNCEMENT_SHOW,
  openBecause: 'what is released to everybody may be read by who has its address; all else needs a one-use ticket',
  summary: 'An announcement as a page of its own: released to all and inside its period, or by its one-use ticket',
  query: Asked,
  answers: { type: 'text/html' },
  counted: true,
  handle: show,
});

async function show(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { id } = request.params as { id: string };
  const asked = Asked.safeParse(request.query).data ?? {};
  const found = isUuid(id) ? await find(services, id) : undefined;
  const row = found ?? raise('announcement.not-found');
  // what may not be read is as unknown as what does not exist
  if (
    !isOpen(row, services.clock.now()) &&
    !(asked.token && (await spendTicket(services, id, asked.token, row.tenant_id)))
  )
    raise('announcement.not-found');
  const language: Language = asked.language ?? languageOf(request.headers);
  const nonce = randomBytes(16).toString('base64');
  const sent = row.send_time && wallClock(row.send_time, row.time_zone);
  const page = {
    title: localName(language, row.titile, row.titile_zh),
    facts: [row.sender, sent].filter(Boolean).join(' · '),
    abstract: localName(language, row.msg_abstract, row.msg_abstract_zh),
    content: writeRichText(await sanitizeRichText(localName(language, row.msg_content, row.msg_content_zh))),
  };
  return reply
    .headers({
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': `sandbox; default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    })
    .type('text/html; charset=utf-8')
    .send(showPage(page, { language, nonce }));
}

/** Its id is all that an address holds: no tenant is known yet. */
const find = (services: Services, id: string) =>
  services.database.acrossTenants('an announcement is opened by its address', (db) =>
    db
      .selectFrom('announcement as a')
      .innerJoin('tenant as t', 't.tenant_id', 'a.tenant_id')
      .selectAll('a')
      .select('t.time_zone')
      .where('a.id', '=', id)
      .where('t.status', '=', 1)
      .executeTakeFirst(),
  );
type Found = NonNullable<Awaited<ReturnType<typeof find>>>;

/** One for chosen people is open to nobody by its address. */
const isOpen = ({ msg_type, send_status, start_time, end_time }: Found, now: Date): boolean =>
  msg_type === 'ALL' &&
  phaseOf(
    { sendStatus: send_status, startTime: start_time?.toISOString() ?? null, endTime: end_time?.toISOString() ?? null },
    now,
  ) === 'shown';

/** Once: it is gone with the first look. Its owner must still be logged in and may see the announcements of that tenant. */
async function spendTicket(services: Services, id: string, token: string, tenantId: number): Promise<boolean> {
  const used = await services.database.identity((db) =>
    db
      .deleteFrom('ticket')
      .where('digest', '=', sha256(token))
      .where('purpose', '=', purposeOf(id))
      .where('expires_at', '>', services.clock.now())
      .returning(['session_digest', 'tenant_id'])
      .executeTakeFirst(),
  );
  if (!used || Number(used.tenant_id) !== Number(tenantId)) return false;
  const found = await authenticateDigest(services, used.session_digest, String(used.tenant_id));
  return (
    found !== undefined && found.tenantId === String(tenantId) && can(found.actor, announcements.permission('view'))
  );
}
