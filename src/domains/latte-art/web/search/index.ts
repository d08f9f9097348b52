import { recordSearcher } from '#system/records/web/index.ts';
import { LATTE_ART } from '../../contract/addresses.ts';
import { latteArt } from '../../contract/latte-art.ts';

export const latteArtSearcher = () => recordSearcher(latteArt, { icon: 'image', list: LATTE_ART });
