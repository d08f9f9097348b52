import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerJson, readBody } from '../world/local-http.ts';
import type { PaymentIntentObject } from './payment-objects.ts';

interface Bank {
  find(id: string): PaymentIntentObject | undefined;
  answer(id: string, passed: boolean): void;
}

const PAGE = (amount: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Test bank · 测试银行</title></head>
<body><main><h1>Test bank · 测试银行</h1><p>Allow the payment of ${amount}? · 允许这笔付款吗？</p>
<form method="post"><button name="answer" value="pass">Allow · 允许</button>
<button name="answer" value="refuse">Refuse · 拒绝</button></form></main></body></html>`;

/** The second step of a payment: the page that a bank shows its customer. The client secret in its address opens it. */
export async function answerBankPage(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  bank: Bank,
): Promise<void> {
  const id = url.pathname.slice('/bank/'.length);
  const intent = bank.find(id);
  if (!intent || url.searchParams.get('client_secret') !== intent.client_secret) {
    response.writeHead(404).end();
    return;
  }
  if (request.method === 'POST') {
    bank.answer(id, new URLSearchParams(await readBody(request)).get('answer') !== 'refuse');
    const backTo = intent.next_action?.redirect_to_url?.return_url;
    if (backTo !== undefined && request.headers.accept?.includes('text/html')) {
      response.writeHead(303, { location: backTo }).end();
    } else answerJson(response, 200, { id, status: bank.find(id)?.status });
    return;
  }
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; form-action *; frame-ancestors 'none'",
  });
  response.end(PAGE(`${intent.amount} ${intent.currency}`));
}
