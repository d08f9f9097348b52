import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import { LANGUAGES, type Language } from '#platform/http/contract/envelope.ts';
import { rawRoute } from '#platform/http/server/route.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { authenticateDigest } from '#system/session/server/index.ts';
import { REPORT_VIEW, receiptEndpoints } from '../contract/endpoints.ts';
import { type PrintTicket, type PrintTicketRequest, REPORTS } from '../contract/receipt.ts';
import { paperOf } from './paper.ts';
import { readDocument } from './read-receipts.ts';

const TICKET_SECONDS = 60;

/** What a ticket opens, and nothing else (security 2.9). */
const purposeOf = (report: string, id: string, format: string, language: string): string =>
  `report:${report}:${id}:${format}:${language}`;
const recordOf = ({ orderNo, refundId }: Pick<PrintTicketRequest, 'orderNo' | 'refundId'>): string =>
  refundId === undefined ? orderNo : `${orderNo}.${refundId}`;

/** For one look at one document, by this session. Who may not see the order gets none. */
export async function issueTicket(context: RequestContext, request: PrintTicketRequest): Promise<PrintTicket> {
  const { report, format, orderNo } = request;
  const refundId = report === 'refund' ? (request.refundId ?? refuseWithout()) : undefined;
  const session = context.actor.sessionDigest ?? raise('request.unauthenticated');
  await context.read((db) => readDocument(db, context, { orderNo, refundId }));
  const ticket = randomBytes(32).toString('base64url');
  const id = recordOf({ orderNo, refundId });
  const now = context.now();
  await context.identity(async (db) => {
    await db.deleteFrom('ticket').where('expires_at', '<', now).execute();
    await db
      .insertInto('ticket')
      .values({
        digest: sha256(ticket),
        session_digest: session,
        tenant_id: Number(context.tenantId),
        purpose: purposeOf(report, id, format, context.language),
        expires_at: new Date(now.getTime() + TICKET_SECONDS * 1_000),
      })
      .execute();
  });
  await context.transaction((tx) =>
    tx.audit({
      action: `order:print-${report}`,
      objectKind: 'order',
      objectId: orderNo,
      after: { refundId: refundId ?? null },
    }),
  );
  const query = new URLSearchParams({ id, token: ticket, format, language: context.language });
  const url = `${REPORT_VIEW.replace(':id', report)}?${query}`;
  return { ticket, expiresInSeconds: TICKET_SECONDS, url };
}

const refuseWithout = (): never =>
  raise('request.malformed', {}, { faults: [{ path: 'refundId', code: 'fault.required' }] });

const Asked = z.object({
  id: z.string().max(100),
  token: z.string().max(100),
  format: z.enum(['html']).default('html'),
  language: z.enum(LANGUAGES).default('en-US'),
});

export const reportView = rawRoute({
  method: 'GET',
  path: REPORT_VIEW,
  openBecause:
    'a new window sends no session: the one-use ticket in the query stands for it and for this document alone',
  summary: 'A report made for printing, by its one-use ticket',
  query: Asked,
  answers: { type: 'text/html' },
  counted: true,
  handle: viewReport,
});

async function viewReport(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { id: report } = request.params as { id: string };
  if (!(REPORTS as readonly string[]).includes(report)) raise('request.not-found');
  const asked = Asked.safeParse(request.query).data ?? raise('request.unauthenticated');
  const { tenantId, actor } = await spendTicket(services, report, asked);
  const [orderNo = '', refundId] = asked.id.split('.');
  const reader = { actor, language: asked.language as Language };
  const document = await services.database.read(tenantId, (db) => readDocument(db, reader, { orderNo, refundId }));
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    })
    .type('text/html; charset=utf-8')
    .send(paperOf(document, { language: reader.language, nonce }));
}

/** Once: it is gone with the first look, whatever comes of that. Its owner must still be logged in and may see what he may see now. */
async function spendTicket(services: Services, report: string, { id, token, format, language }: z.infer<typeof Asked>) {
  const used = await services.database.identity((db) =>
    db
      .deleteFrom('ticket')
      .where('digest', '=', sha256(token))
      .where('purpose', '=', purposeOf(report, id, format, language))
      .where('expires_at', '>', services.clock.now())
      .returning(['session_digest', 'tenant_id'])
      .executeTakeFirst(),
  );
  if (!used) return raise('request.unauthenticated');
  const found = await authenticateDigest(services, used.session_digest, String(used.tenant_id));
  const permission = receiptEndpoints.ticket.permission ?? '';
  const may = found && found.tenantId !== '' && (found.actor.isRoot || found.actor.permissions.has(permission));
  return may ? found : raise('request.unauthenticated');
}
