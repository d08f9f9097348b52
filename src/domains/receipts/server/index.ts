import type { RequestContext } from '#platform/context/server/request-context.ts';
import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { currencyFormatOf } from '#system/tenants/server/index.ts';
import { receiptEndpoints } from '../contract/endpoints.ts';
import { receiptProblems } from '../contract/problems.ts';
import type { ReceiptDocument } from '../contract/receipt.ts';
import { paperOf } from './paper.ts';
import { issueRentalTicket, issueTicket, reportView } from './print-ticket.ts';
import { readReceipts } from './read-receipts.ts';
import { readRentalReceipts } from './read-rental-receipts.ts';

/** The documents with the receipt as a page that a client shows, sends or prints. */
async function withPage<Found extends { readonly receipt: ReceiptDocument }>(context: RequestContext, found: Found) {
  const { language, services } = context;
  const currencyFormat = await context.read(currencyFormatOf);
  const page = { language, currencyFormat, nonce: '', origin: services.config.publicUrl };
  return { ...found, html: paperOf(found.receipt, page) };
}

export const receipts: ServerSlice = {
  name: 'receipts',
  about: 'Receipts and the documents of refunds, from what was written down at sale time.',
  problems: receiptProblems,
  routes: [
    route(receiptEndpoints.ticket, issueTicket),
    route(receiptEndpoints.rentalTicket, issueRentalTicket),
    route(receiptEndpoints.rentalReceipt, async (context, { orderNo }) => {
      const found = await context.read((db) => readRentalReceipts(db, context, orderNo));
      return withPage(context, found);
    }),
    route(receiptEndpoints.receipt, async (context, { orderNo }) => {
      const found = await context.read((db) => readReceipts(db, context, orderNo));
      return withPage(context, found);
    }),
  ],
  rawRoutes: [reportView],
};
