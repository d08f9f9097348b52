import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { olderTimes, pageOf } from '#platform/http/contract/fields.ts';
import { type SuperFields, systemListFields } from '#platform/super-query/contract/super-query.ts';

export const POST_RANKS = [1, 2, 3, 4, 5] as const;

/** What the list of positions is filtered by, with the operators of system-api.md 1.4. */
export const positionFilters = {
  code: { kind: 'text' },
  name: { kind: 'text' },
  postRank: { kind: 'choice', values: POST_RANKS, dictionary: 'position_rank' },
  createTime: { kind: 'time' },
} as const satisfies SuperFields;

export const Position = z.strictObject({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  /** On the wire a text, as the older contract has it (system-api.md 5.5). */
  postRank: z.string(),
  /** The rank in the caller's language: pages translate what a dictionary knows (system-api.md 1.2). */
  postRank_dictText: z.string(),
  ...olderTimes,
});
export type Position = z.infer<typeof Position>;

export const PositionPageRequest = z.strictObject(
  systemListFields(positionFilters, ['code', 'name', 'postRank', 'createTime']),
);
export type PositionPageRequest = z.infer<typeof PositionPageRequest>;

export const PositionPage = pageOf(Position);
export type PositionPage = z.infer<typeof PositionPage>;

export const positionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/sys/position/list',
    permission: 'position:view',
    request: PositionPageRequest,
    response: PositionPage,
    summary: 'Positions of the tenant',
  }),
};
