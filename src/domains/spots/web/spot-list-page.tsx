import { recordsPage } from '#system/records/web/page.tsx';
import { spots } from '../contract/spots.ts';

export default recordsPage(spots, { icon: 'spot' });
