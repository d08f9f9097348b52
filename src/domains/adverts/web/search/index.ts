import { recordSearcher } from '#system/records/web/index.ts';
import { ADVERTS } from '../../contract/addresses.ts';
import { clips } from '../../contract/clips.ts';

export const clipSearcher = () => recordSearcher(clips, { icon: 'image', list: ADVERTS });
