import { feePlanTarget } from '#domains/fee-plans/contract/target.ts';
import { domainCalls } from '#platform/records/contract/calls.ts';
import { type AddOf, defineRecords, type RecordOf } from '#platform/records/contract/define-records.ts';
import {
  amount,
  choice,
  decimal,
  email,
  flag,
  integer,
  phone,
  picture,
  rate,
  reference,
  rows,
  text,
  timeRange,
  weekdays,
} from '#platform/records/contract/fields.ts';
import { checkExtraAmounts } from './extra-amount.ts';
import { checkOpeningTimes } from './opening-times.ts';
import {
  COUPON_APPLIES,
  EXTRA_AMOUNT_TYPES,
  KIOSK_THEMES,
  RECEIPT_DELIVERIES,
  RECEIPT_LAYOUTS,
  SPLASH_PAGE_TYPES,
  SPOT_STATES,
  TAX_MODES,
} from './spot-codes.ts';

/** A whole. */
const MILLION = 1_000_000;
const MOST_EXTRA_AMOUNTS = 20;
/** Each weekday alone with four windows (settled 85). */
const MOST_OPENING_TIMES = 28;
const MOST_ALARM_TIMES = 4;
const MOST_CONTACTS = 20;

/** On for each spot until somebody turns it off; no filters of the list, which would drown the others. */
const alarm = () => flag(true, { filter: false, sort: false });
const shown = () => flag(false, { filter: false, sort: false });

/** Where robots stand (domain 3): the place, its taxes and prices, its kiosk, its receipts, and whom its alarms call. */
export const spots = defineRecords({
  name: 'spot',
  namespace: 'spots',
  calls: domainCalls(
    '/servicespots/sosServiceSpotsInfo',
    { page: 'list', one: 'getById', edit: 'edit_v2' },
    { readsByGet: true },
  ),
  olderTable: 'sos_service_spots_info',
  labelZh: 'nameZh',
  notFound: 'spot.not-found',
  switch: 'status',
  fields: {
    name: text(100, { required: true, unique: true, search: true, sort: true, filter: true }),
    nameZh: text(100, { search: true }),
    status: choice(SPOT_STATES, 'spot_status', { empty: 'in_business', sort: true }),
    address: text(300, { search: true, sort: true }),
    mobile: phone({ search: true }),
    icon: picture('icon', { required: true }),
    latitude: decimal(-90, 90),
    longitude: decimal(-180, 180),
    /** The hours in words, as the door says them. */
    serviceTime: text(200, { required: true }),
    /** The hours in which it sells; without any it sells at all times. */
    openingTimes: rows(
      { days: weekdays({ required: true }), window: timeRange({ required: true }) },
      MOST_OPENING_TIMES,
      checkOpeningTimes,
    ),
    taxMode: choice(TAX_MODES, 'tax_ui_type', { empty: 'inclusive' }),
    taxRate: rate({ empty: 0, max: MILLION, sort: true }),
    taxationMethod: text(100),
    couponApplies: choice(COUPON_APPLIES, 'coupon_applies', { empty: 'beforeTax', filter: false }),
    appDiscountPercent: integer(0, 99, { empty: 0, unit: '%' }),
    kioskDiscountPercent: integer(0, 99, { empty: 0, unit: '%' }),
    extraAmounts: rows(
      {
        minMinor: amount({ required: true }),
        maxMinor: amount({ required: true, min: 1 }),
        type: choice(EXTRA_AMOUNT_TYPES, 'extra_amount_type', { empty: 'fixed' }),
        addMinor: amount(),
        proportion: rate(),
      },
      MOST_EXTRA_AMOUNTS,
      checkExtraAmounts,
    ),
    /** What rentals of its cabinets cost, where they have chosen none of their own (settled 65); nothing: the default. */
    feePlanId: reference(feePlanTarget),
    splashPageType: choice(SPLASH_PAGE_TYPES, 'splash_page_type', { empty: 0, filter: false }),
    splashImage: picture('splash'),
    kioskTheme: choice(KIOSK_THEMES, 'kiosk_theme', { empty: 0, filter: false }),
    bookingField: shown(),
    pickupButton: shown(),
    pointsSwitch: shown(),
    barcodeScanning: shown(),
    receiptLayout: choice(RECEIPT_LAYOUTS, 'receipt_layout', { empty: 'default', filter: false }),
    receiptDelivery: choice(RECEIPT_DELIVERIES, 'receipt_delivery', { empty: 'automatic', filter: false }),
    companyLogo: picture('logo', { required: true }),
    companyName: text(200),
    companyAddress: text(300),
    companyIdentification: text(100),
    customerServiceEmail: email(),
    maintenanceEmail: email(),
    alarmSubDeviceFault: alarm(),
    alarmMissingMaterial: alarm(),
    /** Of missing material the early one (settled 133). */
    alarmLowMaterial: alarm(),
    alarmPosNetwork: alarm(),
    alarmHeartbeat: alarm(),
    alarmMakeFailure: alarm(),
    alarmFridgeTemperature: alarm(),
    /** When contacts are called (settled 132); without any at all times. */
    alarmTimes: rows({ window: timeRange({ required: true }) }, MOST_ALARM_TIMES),
    criticalIgnoresWindow: alarm(),
    /** Called one after another (practice 12). */
    contacts: rows(
      {
        name: text(100, { required: true }),
        phone: phone(),
        email: email(),
        bySms: flag(true),
        byEmail: flag(true),
      },
      MOST_CONTACTS,
    ),
  },
  computed: {
    robotCount: integer(0, Number.MAX_SAFE_INTEGER, { required: true, sort: true }),
    /** Since midnight on the tenant's clock. */
    ordersToday: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
    /** Alarms that are not over; those of one cause count once. */
    activeAlarms: integer(0, Number.MAX_SAFE_INTEGER, { required: true }),
  },
});

/** As it is answered. */
export type Spot = RecordOf<typeof spots>;
export type NewSpot = AddOf<typeof spots>;

/** What `getAlarmDeviceInfo` returns and `updateAlarmDeviceInfoConfig` saves. */
export const ALARM_FIELDS = [
  'alarmSubDeviceFault',
  'alarmMissingMaterial',
  'alarmLowMaterial',
  'alarmPosNetwork',
  'alarmHeartbeat',
  'alarmMakeFailure',
  'alarmFridgeTemperature',
  'alarmTimes',
  'criticalIgnoresWindow',
  'maintenanceEmail',
  'contacts',
] as const;
