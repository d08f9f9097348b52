import { recordsPage } from '#system/records/web/page.tsx';
import { hardware } from '../contract/hardware.ts';

export default recordsPage(hardware, { icon: 'wrench' });
