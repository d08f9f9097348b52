import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Reader } from '#domains/orders/server/index.ts';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { LANGUAGES, type Language } from '#platform/http/contract/envelope.ts';
import { rawRoute } from '#platform/http/server/route.ts';
import { sliceTexts } from '#platform/i18n/server/slice-texts.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { sha256 } from '#platform/secrets/server/secrets.ts';
import { authenticateDigest } from '#system/session/server/index.ts';
import { currencyFormatOf } from '#system/tenants/server/index.ts';
import { REPORT_VIEW, receiptEndpoints } from '../contract/endpoints.ts';
import { type PrintTicket, type PrintTicketRequest, REPORTS, type RentalTicketRequest } from '../contract/receipt.ts';
import { daySheetHtml } from '../rules/day-sheet-html.ts';
import { readDaySheet } from './day-sheet-store.ts';
import { paperOf } from './paper.ts';
import { readDocument } from './read-receipts.ts';
import { readRentalDocument } from './read-rental-receipts.ts';

const TICKET_SECONDS = 60;

/** What a ticket opens, and nothing else (security 2.9). */
const purposeOf = (report: string, id: string, format: string, language: string): string =>
  `report:${report}:${id}:${format}:${language}`;
/** The parts of what a ticket opens, in one text: neither numbers of orders nor ids nor days have a dot. */
const recordOf = ({ report, orderNo, refundId, spotId, day }: PrintTicketRequest): string =>
  (report === 'day-sheet' ? [spotId, day] : report === 'refund' ? [orderNo, refundId] : [orderNo]).join('.');

/** For one look at one document, by this session. Who may not see the order gets none. */
export async function issueTicket(context: RequestContext, request: PrintTicketRequest): Promise<PrintTicket> {
  const { report, format, spotId, orderNo = '', refundId = null, day = null } = request;
  const ticket = await openOnce(context, { report, id: recordOf(request), format });
  const of =
    spotId === undefined ? { objectKind: 'order', objectId: orderNo } : { objectKind: 'spot', objectId: spotId };
  await context.transaction((tx) =>
    tx.audit({ ...of, action: `order:print-${report}`, after: spotId === undefined ? { refundId } : { day } }),
  );
  return ticket;
}

/** The same for a rental. */
export async function issueRentalTicket(context: RequestContext, request: RentalTicketRequest): Promise<PrintTicket> {
  const { orderNo, refundId, format } = request;
  const report = refundId === undefined ? 'rental-receipt' : 'rental-refund';
  const id = refundId === undefined ? orderNo : `${orderNo}.${refundId}`;
  const ticket = await openOnce(context, { report, id, format });
  await context.transaction((tx) =>
    tx.audit({
      ...{ objectKind: 'rental', objectId: orderNo, action: `rental:print-${report}` },
      after: { refundId: refundId ?? null },
    }),
  );
  return ticket;
}

async function openOnce(
  context: RequestContext,
  { report, id, format }: { readonly report: string; readonly id: string; readonly format: string },
): Promise<PrintTicket> {
  const session = context.actor.sessionDigest ?? raise('request.unauthenticated');
  await context.read((db) => pageOf(db, context, { report, id, now: context.now(), nonce: '' }));
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
        purpose: purposeOf(report, id, format, context.language),
        expires_at: new Date(now.getTime() + TICKET_SECONDS * 1_000),
      })
      .execute();
  });
  const query = new URLSearchParams({ id, token: ticket, format, language: context.language });
  const url = `${REPORT_VIEW.replace(':id', report)}?${query}`;
  return { ticket, expiresInSeconds: TICKET_SECONDS, url };
}

interface Opened {
  readonly report: string;
  readonly id: string;
  readonly now: Date;
  readonly nonce: string;
}

/** The report as a page, for who may see what it is made of. */
async function pageOf(db: TenantDb, reader: Reader, { report, id, now, nonce }: Opened): Promise<string> {
  const { language } = reader;
  const [first = '', second] = id.split('.');
  const currencyFormat = await currencyFormatOf(db);
  if (report === 'day-sheet') {
    const sheet = await readDaySheet(db, reader, { spotId: first, day: second ?? '' }, now);
    return daySheetHtml(sheet, { language, currencyFormat, nonce, t: sliceTexts('paper', language) });
  }
  const asked = { orderNo: first, refundId: second };
  const document = isOfRental(report)
    ? await readRentalDocument(db, { ...reader, now: () => now }, asked)
    : await readDocument(db, reader, asked);
  return paperOf(document, { language, currencyFormat, nonce });
}

const isOfRental = (report: string): boolean => report.startsWith('rental-');

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
  const reader = { actor, language: asked.language as Language };
  const nonce = randomBytes(16).toString('base64');
  const page = await services.database.read(tenantId, (db) =>
    pageOf(db, reader, { report, id: asked.id, now: services.clock.now(), nonce }),
  );
  return reply
    .headers({
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    })
    .type('text/html; charset=utf-8')
    .send(page);
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
  const { permission } = isOfRental(report) ? receiptEndpoints.rentalTicket : receiptEndpoints.ticket;
  const may = found && found.tenantId !== '' && can(found.actor, permission ?? '');
  return may ? found : raise('request.unauthenticated');
}
