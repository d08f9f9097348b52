import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { receiptEndpoints } from '../contract/endpoints.ts';
import { receiptProblems } from '../contract/problems.ts';
import { paperOf } from './paper.ts';
import { issueRentalTicket, issueTicket, reportView } from './print-ticket.ts';
import { readReceipts } from './read-receipts.ts';
import { readRentalReceipts } from './read-rental-receipts.ts';

export const receipts: ServerSlice = {
  name: 'receipts',
  about: 'Receipts and the documents of refunds, from what was written down at sale time.',
  problems: receiptProblems,
  routes: [
    route(receiptEndpoints.ticket, issueTicket),
    route(receiptEndpoints.rentalTicket, issueRentalTicket),
    route(receiptEndpoints.rentalReceipt, async (context, { orderNo }) => {
      const found = await context.read((db) => readRentalReceipts(db, context, orderNo));
      const origin = context.services.config.publicUrl;
      return { ...found, html: paperOf(found.receipt, { language: context.language, nonce: '', origin }) };
    }),
    route(receiptEndpoints.receipt, async (context, { orderNo }) => {
      const found = await context.read((db) => readReceipts(db, context, orderNo));
      const origin = context.services.config.publicUrl;
      return { ...found, html: paperOf(found.receipt, { language: context.language, nonce: '', origin }) };
    }),
  ],
  rawRoutes: [reportView],
};
