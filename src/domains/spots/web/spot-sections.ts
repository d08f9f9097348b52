import type { RecordSection } from '#system/records/web/record-page.tsx';

/** The parts of a spot, in its form and on its page. */
export const SPOT_SECTIONS: readonly RecordSection[] = [
  {
    key: 'place',
    fields: ['name', 'nameZh', 'status', 'icon', 'address', 'mobile', ['latitude', 'longitude']],
  },
  { key: 'opening', fields: ['serviceTime', 'openingTimes'] },
  { key: 'taxes', fields: ['taxMode', 'taxRate', 'taxationMethod', 'couponApplies'] },
  { key: 'prices', fields: [['appDiscountPercent', 'kioskDiscountPercent'], 'extraAmounts', 'feePlanId'] },
  {
    key: 'kiosk',
    fields: [
      'kioskTheme',
      'splashPageType',
      'splashImage',
      'pickupButton',
      'bookingField',
      'pointsSwitch',
      'barcodeScanning',
    ],
  },
  {
    key: 'receipts',
    fields: [
      ['receiptLayout', 'receiptDelivery'],
      'companyLogo',
      'companyName',
      'companyAddress',
      'companyIdentification',
      'customerServiceEmail',
    ],
  },
  {
    key: 'alarms',
    fields: [
      'alarmHeartbeat',
      'alarmSubDeviceFault',
      'alarmMissingMaterial',
      'alarmLowMaterial',
      'alarmMakeFailure',
      'alarmFridgeTemperature',
      'alarmPosNetwork',
      'alarmTimes',
      'criticalIgnoresWindow',
    ],
  },
  { key: 'contacts', fields: ['contacts', 'maintenanceEmail'] },
];
