import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer<T> {
  readonly success: boolean;
  readonly problem?: string;
  readonly message: string;
  readonly result: T;
}

/** Longer than a server that is killed again and again needs to be up for one call, on a busy machine. */
const PATIENCE_MS = 300_000;
const BETWEEN_TRIES_MS = 150;

/**
 * Asks until the server has answered, with the same key each time: no answer, a broken connection and a 5xx all leave open
 * whether the work was done, which is what the key is for (security 9.1).
 */
export async function insist<T>(
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<Answer<T>> {
  const key = randomUUID();
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      const response = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers:
          body === undefined ? headers : { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(20_000),
      });
      const answer = (await response.json()) as Answer<T>;
      if (response.status < 500 && response.status !== 409 && response.status !== 429) return answer;
    } catch {
      // the server is gone for a moment
    }
    if (performance.now() > giveUpAt) throw new Error(`No answer from ${url} within ${PATIENCE_MS / 1_000} s`);
    await sleep(BETWEEN_TRIES_MS);
  }
}

export interface Menu {
  readonly goods: readonly Goods[];
}

interface Goods {
  readonly goodsId: string;
  readonly name: string;
  readonly soldOut: boolean;
}

/**
 * The goods that a spot can sell now, at least one of them. Right after a start its robots may still be on their way to the
 * broker, and nothing is on sale until the first of them is there.
 */
export async function goodsOnSale(
  readMenu: () => Promise<Menu>,
  isWanted: (goods: Goods) => boolean = () => true,
): Promise<Goods[]> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const { goods } = await readMenu();
    const onSale = goods.filter((each) => !each.soldOut && isWanted(each));
    if (onSale.length > 0) return onSale;
    if (performance.now() > giveUpAt) throw new Error(`Nothing on sale within ${PATIENCE_MS / 1_000} s`);
    await sleep(BETWEEN_TRIES_MS);
  }
}
