import { route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { serveRecords, sliceOf } from '#platform/records/server/serve-records.ts';
import { hardwareEndpoints } from '../contract/endpoints.ts';
import { hardware } from '../contract/hardware.ts';
import { hardwareTypes } from '../contract/hardware-types.ts';
import { hardwareProblems } from '../contract/problems.ts';
import { suppliers } from '../contract/suppliers.ts';
import { addToRobot } from './add-to-robot.ts';
import { mustSeeRobot, partSight } from './part-sight.ts';

const parts = serveRecords(hardware, {
  visible: partSight,
  beforeSave: mustSeeRobot,
  examples: { serialNumber: 'SN-0001', hardwareTypeId: 'Grinder K30', status: 'Spare' },
});

export const hardwareSlice: ServerSlice = sliceOf(
  {
    name: 'hardware',
    about: 'Suppliers, kinds of part, and the parts of robots.',
    problems: hardwareProblems,
    routes: Object.values(hardwareEndpoints).map((endpoint) => route(endpoint, addToRobot(parts.served))),
    menu: [
      {
        page: 'hardware/suppliers',
        kind: suppliers,
        under: 'devices',
        path: '/devices/suppliers',
        icon: 'truck',
        sort: 36,
      },
      {
        page: 'hardware/types',
        kind: hardwareTypes,
        under: 'devices',
        path: '/devices/hardware-types',
        icon: 'chip',
        sort: 35,
      },
      { page: 'hardware/list', kind: hardware, under: 'devices', path: '/devices/hardware', icon: 'wrench', sort: 34 },
    ],
  },
  serveRecords(suppliers, {
    inUseBy: [{ table: 'hardware_type', column: 'supplier_id', namespace: 'hardware-types' }],
    examples: {
      name: 'Nordic Beans',
      contact: 'Kari Nordmann',
      phone: '+47 40 00 00 00',
      remark: 'Delivers on Mondays',
    },
  }),
  serveRecords(hardwareTypes, {
    inUseBy: [{ table: 'hardware', column: 'hardware_type_id', namespace: 'hardware' }],
    examples: { name: 'Grinder K30', model: 'K30', kind: 'Coffee maker', faultSeverity: 'Critical' },
  }),
  parts,
);

export { faultSeveritiesOf } from './fault-severities.ts';
