import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../world/local-http.ts';
import { isOver } from './disputes.ts';
import type { DisputeObject, DisputeStatus } from './payment-objects.ts';

interface Disputes {
  find(id: string): DisputeObject | undefined;
  /** The shop sends evidence. */
  answer(id: string): void;
  decide(id: string, isWon: boolean): void;
}

const page = (content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Dispute · 争议</title></head><body><main>${content}</main></body></html>`;

const PAST = page(
  '<h1>Dispute · 争议</h1><p>This dispute is from before this provider began. · 该争议早于本模拟平台启动。</p>',
);

/** Where a dispute is, in the words of people. */
const STATUS_WORDS: Readonly<Record<DisputeStatus, string>> = {
  warning_needs_response: 'The bank asks, and waits for an answer · 银行询问，待回复',
  warning_under_review: 'The bank looks at the answer to its question · 银行正在查看对询问的回复',
  warning_closed: 'The bank asks no more · 询问已结束',
  needs_response: 'The bank waits for evidence · 待提交证据',
  under_review: 'The bank looks at the evidence · 银行正在查看证据',
  won: 'Decided for the shop · 商家胜',
  lost: 'Decided for the cardholder · 持卡人胜',
};

/** `product_not_received` as words; what it means is for the bank to say. */
const inWords = (code: string): string => code.replaceAll('_', ' ');

function amountOf({ amount, currency }: DisputeObject): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0));
}

function pageOf(dispute: DisputeObject): string {
  const about = `<h1>Dispute · 争议 ${dispute.id}</h1>
<p>${amountOf(dispute)} · ${inWords(dispute.reason)}</p>
<p><strong>${STATUS_WORDS[dispute.status]}</strong></p>`;
  if (isOver(dispute)) return page(about);
  return page(`${about}<form method="post"><button name="what" value="answer">Send evidence · 提交证据</button>
<button name="what" value="win">The bank decides for the shop · 银行判商家胜</button>
<button name="what" value="lose">The bank decides for its customer · 银行判持卡人胜</button></form>`);
}

/** Where a shop answers a dispute at its provider; here it decides for the bank as well. */
export async function answerDisputePage(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  disputes: Disputes,
): Promise<void> {
  const id = url.pathname.slice('/disputes/'.length);
  const dispute = disputes.find(id);
  if (request.method === 'POST' && dispute && !isOver(dispute)) {
    const what = new URLSearchParams(await readBody(request)).get('what');
    if (what === 'answer') disputes.answer(id);
    else if (what === 'win' || what === 'lose') disputes.decide(id, what === 'win');
    response.writeHead(303, { location: url.pathname }).end();
    return;
  }
  response.writeHead(dispute ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
  });
  response.end(dispute ? pageOf(dispute) : PAST);
}
