import type { ServerSlice } from '#platform/http/server/slice.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { LATTE_ART } from '../contract/addresses.ts';
import { latteArt } from '../contract/latte-art.ts';

export { findChosenArts, findOfferedArts } from './offered-arts.ts';

export const latteArtSlice: ServerSlice = sliceOf(
  {
    name: 'latte-art',
    about: 'Pictures that drawing machines print on foam.',
    menu: [{ page: 'latte-art/list', kind: latteArt, under: 'goods', path: LATTE_ART, icon: 'image', sort: 56 }],
  },
  serveRecords(latteArt),
);
