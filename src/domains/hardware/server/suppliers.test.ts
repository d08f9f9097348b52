import { behavesAsRecords } from '#platform/records/server/test-records.ts';
import { hardwareTypes } from '../contract/hardware-types.ts';
import { suppliers } from '../contract/suppliers.ts';

behavesAsRecords(suppliers, () => ({ name: 'Nordic Beans', contact: 'Kari', phone: '+4740000000', remark: 'weekly' }), {
  use: async ({ server, staff }, supplierId) => {
    const type = { name: 'Grinder', model: 'K30', kind: 'coffee_maker', faultSeverity: 'major', supplierId } as const;
    await server.call(hardwareTypes.endpoints.add, type, staff);
  },
});
