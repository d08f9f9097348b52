import { recordsPage } from '#system/records/web/page.tsx';
import { hardwareTypes } from '../contract/hardware-types.ts';

export default recordsPage(hardwareTypes, { icon: 'chip' });
