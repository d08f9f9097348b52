import { samplePicture } from '#platform/records/server/test-picture.ts';
import type { SamplePlace } from '#platform/records/server/test-records.ts';
import type { NewSpot } from '../contract/spots.ts';

/** A spot with something in each of its fields. */
export async function newSpot(place: Pick<SamplePlace, 'server' | 'staff'>): Promise<NewSpot> {
  return {
    name: 'Harbour',
    nameZh: '海港',
    address: 'Quay 1, Oslo',
    mobile: '+47 40 00 00 00',
    icon: await samplePicture(place, 'icon'),
    latitude: 59.9,
    longitude: 10.7,
    serviceTime: '07:00-22:00',
    openingTimes: [{ days: [1, 2, 3, 4, 5], window: { from: '07:00', to: '22:00' } }],
    taxRate: 150_000,
    taxationMethod: 'General',
    extraAmounts: [{ minMinor: 1_000, maxMinor: 2_000, type: 'fixed', addMinor: 200, proportion: null }],
    splashImage: await samplePicture(place, 'splash'),
    companyLogo: await samplePicture(place, 'logo'),
    companyName: 'Nordic Coffee AS',
    companyAddress: 'Quay 2, Oslo',
    companyIdentification: 'NO 999 888 777 MVA',
    customerServiceEmail: 'help@example.com',
    maintenanceEmail: 'night@example.com',
    alarmTimes: [{ window: { from: '08:00', to: '22:00' } }],
    contacts: [{ name: 'Kari', phone: '+47 40 00 00 01', email: 'kari@example.com', bySms: true, byEmail: false }],
  };
}
