import { recordSearcher } from '#system/records/web/index.ts';
import { hardware } from '../../contract/hardware.ts';
import { hardwareTypes } from '../../contract/hardware-types.ts';
import { suppliers } from '../../contract/suppliers.ts';

export const hardwareSearchers = () =>
  Promise.all([
    recordSearcher(suppliers, { icon: 'truck', list: '/devices/suppliers' }),
    recordSearcher(hardwareTypes, { icon: 'chip', list: '/devices/hardware-types' }),
    recordSearcher(hardware, { icon: 'wrench', list: '/devices/hardware' }),
  ]);
