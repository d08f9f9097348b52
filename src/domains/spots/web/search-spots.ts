import { recordSearcher } from '#system/records/web/index.ts';
import { spots } from '../contract/spots.ts';

export const spotSearcher = () => recordSearcher(spots, { icon: 'spot', list: '/spots/list', hint: 'address' });
