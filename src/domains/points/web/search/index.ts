import { recordSearcher } from '#system/records/web/index.ts';
import { POINTS_MALL } from '../../contract/addresses.ts';
import { pointsGoods } from '../../contract/points-goods.ts';

export const pointsGoodsSearcher = () => recordSearcher(pointsGoods, { icon: 'bookmark', list: POINTS_MALL });
