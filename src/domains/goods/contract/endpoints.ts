import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Text } from '#platform/http/contract/fields.ts';
import { beverages } from './beverages.ts';
import { ChangedGoods, ChangePricesRequest, MOST_AT_ONCE, PricePreview, PricePreviewRequest } from './price-change.ts';

export const ChangeSortRequest = z.strictObject({
  /** In the order in which customers shall see them; those that are left out keep their place. */
  ids: z.array(Id).min(1).max(MOST_AT_ONCE),
});
export type ChangeSortRequest = z.infer<typeof ChangeSortRequest>;

export const SoldOutRequest = z.strictObject({ ids: z.array(Id).max(200) });
export type SoldOutRequest = z.infer<typeof SoldOutRequest>;
/** Among the robots that the caller may see. */
export const SoldOutCount = z.strictObject({ id: z.string(), robots: z.int(), soldOut: z.int() });
export type SoldOutCount = z.infer<typeof SoldOutCount>;

/** By a part of the name in either language, or of the code. */
export const RecipeMaterialsRequest = z.strictObject({ keyword: Text(100).optional() });
export const MaterialOption = z.strictObject({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  nameZh: z.string(),
  materialType: z.int(),
  unit: z.enum(['g', 'ml', 'piece']),
});
export type MaterialOption = z.infer<typeof MaterialOption>;

const view = beverages.permission('view');
const edit = beverages.permission('edit');
const read = { method: 'POST', permission: view, effect: 'read' } as const;
const change = { method: 'POST', permission: edit } as const;

/** Calls about drinks beside those of every kind of record (domain 7). */
export const goodsEndpoints = {
  changeSort: endpoint({
    ...change,
    path: '/goods/api/changeGoodsSort',
    request: ChangeSortRequest,
    response: ChangedGoods,
    summary: 'Put drinks in order; can be undone',
  }),
  previewPrices: endpoint({
    ...read,
    alsoMethods: [],
    permission: edit,
    path: '/goods/api/previewPrices',
    request: PricePreviewRequest,
    response: PricePreview,
    summary: 'What drinks would cost after a change of their prices; nothing is changed',
  }),
  changePrices: endpoint({
    ...change,
    path: '/goods/api/changePrices',
    request: ChangePricesRequest,
    response: ChangedGoods,
    summary: 'Change the prices of many drinks, all of them or none; can be undone',
  }),
  soldOut: endpoint({
    ...read,
    path: '/goods/api/soldOutCounts',
    request: SoldOutRequest,
    response: z.array(SoldOutCount),
    summary: 'At how many robots drinks are sold out',
  }),
  materials: endpoint({
    ...read,
    path: '/goods/api/recipeMaterials',
    request: RecipeMaterialsRequest,
    response: z.array(MaterialOption),
    summary: 'Materials that recipes can name, with their units',
  }),
};
