import { CASE_WISHES } from '#domains/cases/contract/cases.ts';
import { openCaseEndpoints, type ProvedOrder } from '#domains/cases/contract/endpoints.ts';
import { fullPath } from '#platform/http/contract/endpoint.ts';
import type { Envelope } from '#platform/http/contract/envelope.ts';
import { photoOfCup } from '../world/photo.ts';
import type { Random } from '../world/random.ts';

const ANSWER_WITHIN_MS = 20_000;
/** Of those who ask at the machine. */
const TAKES_PHOTO = 0.6;

export interface AskedAtMachine {
  /** What the code on the label says. */
  readonly device: string;
  readonly pickupCode: string;
  readonly words: string;
}

/**
 * A customer scans the code on the machine, shows his pickup code, and asks for his money or for the drink once more. False
 * where the page said no.
 */
export async function askAtMachine(
  serverUrl: string,
  { device, pickupCode, words }: AskedAtMachine,
  random: Random,
): Promise<boolean> {
  const { prove, ask } = openCaseEndpoints;
  const proved = await post<{ proof: string; order: ProvedOrder }>(
    `${serverUrl}${fullPath(prove.path)}`,
    JSON.stringify({ device, pickupCode }),
  );
  if (!proved || proved.order.asked?.state === 'waiting') return false;
  const form = new FormData();
  const fields = { device, proof: proved.proof, wish: random.pick(CASE_WISHES), words };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (random.chance(TAKES_PHOTO))
    form.append('file', new Blob([photoOfCup(random)], { type: 'image/png' }), 'photo.png');
  return (await post(`${serverUrl}${fullPath(ask.path)}`, form)) !== undefined;
}

/** Nothing is tried again: a phone that has no connection is put away. */
async function post<T>(url: string, body: string | FormData): Promise<T | undefined> {
  const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const answer = await fetch(url, { method: 'POST', headers, body, signal }).catch(() => undefined);
  const envelope = (await answer?.json().catch(() => undefined)) as Envelope | undefined;
  return envelope?.success ? (envelope.result as T) : undefined;
}
