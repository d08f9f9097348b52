import { recordsPage } from '#system/records/web/page.tsx';
import { positions } from '../contract/positions.ts';

export default recordsPage(positions, { icon: 'user' });
