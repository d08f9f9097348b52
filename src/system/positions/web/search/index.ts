import { recordSearcher } from '#system/records/web/index.ts';
import { positions } from '../../contract/positions.ts';

export const positionSearcher = () => recordSearcher(positions, { icon: 'user', list: '/isystem/position' });
