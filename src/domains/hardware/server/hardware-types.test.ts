import { behavesAsRecords, type SamplePlace } from '#platform/records/server/test-records.ts';
import { hardware } from '../contract/hardware.ts';
import { hardwareTypes } from '../contract/hardware-types.ts';
import { suppliers } from '../contract/suppliers.ts';

const made = new WeakMap<object, Promise<string>>();

/** One supplier for all samples of a place. */
function supplierIn(place: SamplePlace): Promise<string> {
  const known = made.get(place);
  if (known) return known;
  const supplier = { name: 'Nordic Beans', contact: 'Kari', phone: '+4740000000', remark: 'weekly' };
  const id = place.server.call(suppliers.endpoints.add, supplier, place.staff).then((row) => row.id);
  made.set(place, id);
  return id;
}

behavesAsRecords(
  hardwareTypes,
  async (place) => {
    const type = { name: 'Grinder', model: 'K30', kind: 'ice_maker', faultSeverity: 'critical' } as const;
    return { ...type, supplierId: await supplierIn(place), remark: 'quiet' };
  },
  {
    use: async ({ server, staff }, hardwareTypeId) => {
      const part = { serialNumber: 'SN-1', hardwareTypeId, status: 'spare' } as const;
      await server.call(hardware.endpoints.add, part, staff);
    },
  },
);
