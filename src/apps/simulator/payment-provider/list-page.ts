import { invalidParameter, noSuch } from './api-error.ts';
import type { Parameters } from './form-encoding.ts';

export interface ListPage<T> {
  readonly object: 'list';
  readonly url: string;
  readonly has_more: boolean;
  readonly data: T[];
}

/** One page of a list as the provider cuts it: at most a hundred, after the object that `starting_after` names. */
export function pageOfList<T extends { id: string }>(
  url: string,
  newestFirst: readonly T[],
  parameters: Parameters,
): ListPage<T> {
  const limit = parameters.integer('limit') ?? 10;
  if (limit < 1 || limit > 100) throw invalidParameter('limit', 'This value must be between 1 and 100.');
  const after = parameters.text('starting_after');
  const place = after === undefined ? -1 : newestFirst.findIndex((item) => item.id === after);
  if (after !== undefined && place < 0) throw noSuch('object', after, 'starting_after', 400);
  const start = place + 1;
  const data = newestFirst.slice(start, start + limit);
  return { object: 'list', url, has_more: start + limit < newestFirst.length, data };
}
