import { recordSearcher } from '#system/records/web/index.ts';
import { latteArt } from '../contract/latte-art.ts';

export const latteArtSearcher = () => recordSearcher(latteArt, { icon: 'image', list: '/goods/latte-art' });
