// For the filters and fields of other slices. Apart from `goodsWeb`, which comes with the frame of every page.

export { menuNodes } from '../menu-nodes.ts';
export { findGoodsOptions } from './find-goods-options.ts';
