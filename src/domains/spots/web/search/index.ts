import { recordSearcher } from '#system/records/web/index.ts';
import { SPOT_LIST, spotPage } from '../../contract/addresses.ts';
import { spots } from '../../contract/spots.ts';

export const spotSearcher = () =>
  recordSearcher(spots, { icon: 'spot', list: SPOT_LIST, pageOf: spotPage, hint: 'address' });
