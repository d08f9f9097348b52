import { call } from '#platform/http/web/call.ts';
import { goodsEndpoints, type SoldOutCount } from '../contract/endpoints.ts';

/** As many as one call takes. */
const AT_ONCE = 200;

interface Waiting {
  readonly id: string;
  resolve(count: SoldOutCount | null): void;
  reject(error: unknown): void;
}
const waiting: Waiting[] = [];

/** At how many robots a drink is sold out; what is asked at the same moment, such as by the rows of a list, is one call. */
export function soldOutOf(id: string): Promise<SoldOutCount | null> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(() => void ask());
    waiting.push({ id, resolve, reject });
  });
}

async function ask(): Promise<void> {
  const asked = waiting.splice(0, AT_ONCE);
  if (waiting.length > 0) setTimeout(() => void ask());
  try {
    const counts = await call(goodsEndpoints.soldOut, { ids: asked.map(({ id }) => id) }, { notices: 'none' });
    const byId = new Map(counts.map((count) => [count.id, count]));
    for (const { id, resolve } of asked) resolve(byId.get(id) ?? null);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}
