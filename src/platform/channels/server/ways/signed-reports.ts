import * as z from 'zod';
import { isMessageSignedBy } from '#platform/outbound/server/sign-message.ts';
import type { Report, ReportRequest } from '../channel.ts';

const MOST = 1_000;
const Events = z.object({
  events: z.array(z.object({ reference: z.string().max(254), state: z.enum(['delivered', 'failed']) })).max(MOST),
});

/** Ours where it is the id of a delivery, or a Message-ID that begins with it. */
const DELIVERY = /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:@[^>]*>?)?$/i;

/**
 * Reports of providers of text messages and mails: `{"events": [{"reference", "state"}]}`, where the reference is the idempotency
 * key of the message or its Message-ID, signed as Standard Webhooks says.
 */
export function signedReports(secret: string, { headers, body, now }: ReportRequest): readonly Report[] | undefined {
  if (!isMessageSignedBy(secret, headers, body, now)) return undefined;
  return readEvents(body.toString('utf8')).flatMap(({ reference, state }) => {
    const deliveryId = DELIVERY.exec(reference)?.[1];
    return deliveryId === undefined ? [] : [{ deliveryId, state }];
  });
}

function readEvents(text: string): z.infer<typeof Events>['events'] {
  try {
    return Events.safeParse(JSON.parse(text)).data?.events ?? [];
  } catch {
    return [];
  }
}
