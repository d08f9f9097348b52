import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { answerJson, readBody } from '../world/local-http.ts';
import type { Outbox } from './outbox.ts';

/** Where the demo tenants' smsConfig points. */
export const SMS_PATH = '/sms/messages';

const Sms = z.strictObject({
  to: z.string().regex(/^\+?\d{5,15}$/),
  text: z.string().min(1).max(1_000),
  from: z.string().max(40).default(''),
});

/**
 * A provider of text messages as there are many: JSON with a bearer key, and a message that is sent again under the same
 * `Idempotency-Key` arrives once.
 */
export async function answerSms(outbox: Outbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return answerJson(response, 405, { error: 'send with POST' });
  if (!/^Bearer \S+$/.test(request.headers.authorization ?? '')) {
    return answerJson(response, 401, { error: 'a key is missing' });
  }
  const parsed = Sms.safeParse(parse(await readBody(request)));
  if (!parsed.success) return answerJson(response, 400, { error: 'malformed' });
  const key = request.headers['idempotency-key'];
  outbox.add({ channel: 'sms', subject: '', ...parsed.data }, typeof key === 'string' ? key : undefined);
  answerJson(response, 202, { status: 'accepted' });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
