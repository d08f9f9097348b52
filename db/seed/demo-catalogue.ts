import type { Rhythm } from '#apps/simulator/customers/business-day.ts';
import type { SalesChannel } from '#domains/pricing/contract/sale.ts';

/**
 * What the three demo tenants of product.md 4 sell and where. Amounts in minor units of the tenant's currency, rates in
 * millionths. Names of places are invented.
 */
export interface DemoSpot {
  readonly name: string;
  readonly nameZh: string;
  readonly address: string;
  /** When people come; decides the hours on the door too. */
  readonly rhythm: Rhythm;
  /** On a weekday of the last week before the first start; the history grows towards it. */
  readonly ordersPerDay: number;
  readonly taxRate: number;
  readonly taxMode: 'inclusive' | 'exclusive';
  readonly latitude: number;
  readonly longitude: number;
  readonly appDiscountPercent?: number;
  readonly extra?: { readonly minMinor: number; readonly maxMinor: number; readonly addMinor: number };
  readonly robots: readonly string[];
}

export interface DemoBeverage {
  readonly name: string;
  readonly nameZh: string;
  readonly menu: 'coffee' | 'cold' | 'other';
  readonly temperature: 'hot' | 'cold';
  readonly seconds: number;
  /** Grams, millilitres or pieces by material code. */
  readonly recipe: Readonly<Record<string, number>>;
  readonly auxiliary?: Readonly<Record<string, number>>;
}

export interface DemoTenant {
  readonly tenantId: string;
  readonly imeiPrefix: string;
  /** Customers by channel, of a hundred; the kiosk stands at each spot, the others are keys of the whole tenant. */
  readonly channels: Readonly<Partial<Record<SalesChannel, number>>>;
  readonly company: { readonly name: string; readonly address: string; readonly identification: string };
  readonly spots: readonly DemoSpot[];
  /** By the order of `BEVERAGES`: price, and the discounted price where there is one. */
  readonly prices: readonly (readonly [number, number?])[];
  readonly optionCosts: { readonly oatMilk: number; readonly extraShot: number; readonly vanilla: number };
  /** The provider refuses less than this (practice 1.3). */
  readonly minAmount: Readonly<Record<string, number>>;
}

export const MATERIALS = [
  {
    ...{ code: 'beans', name: 'Coffee beans', nameZh: '咖啡豆', type: 1, unit: 'g', specs: '1 kg bag' },
    ...{ capacity: 2_000, lowMark: 250 },
  },
  {
    ...{ code: 'water', name: 'Water', nameZh: '水', type: 2, unit: 'ml', specs: '20 l canister' },
    ...{ capacity: 20_000, lowMark: 2_500 },
  },
  {
    ...{ code: 'ice', name: 'Ice', nameZh: '冰块', type: 3, unit: 'g', specs: 'Made in the robot' },
    ...{ capacity: 6_000, lowMark: 600 },
  },
  {
    ...{ code: 'syrup', name: 'Vanilla syrup', nameZh: '香草糖浆', type: 4, unit: 'ml', specs: '1.5 l bottle' },
    ...{ capacity: 1_500, lowMark: 150 },
  },
  {
    ...{ code: 'milk', name: 'Milk', nameZh: '牛奶', type: 5, unit: 'ml', specs: '2 l carton' },
    ...{ capacity: 8_000, lowMark: 800 },
  },
  {
    ...{ code: 'cup', name: 'Cups', nameZh: '杯子', type: 6, unit: 'piece', specs: '12 oz, 50 in a sleeve' },
    ...{ capacity: 200, lowMark: 25 },
  },
  {
    ...{ code: 'lid', name: 'Lids', nameZh: '杯盖', type: 7, unit: 'piece', specs: '90 mm, 100 in a sleeve' },
    ...{ capacity: 200, lowMark: 25 },
  },
  {
    ...{ code: 'powder', name: 'Cocoa powder', nameZh: '可可粉', type: 9, unit: 'g', specs: '500 g pouch' },
    ...{ capacity: 1_500, lowMark: 150 },
  },
  // receipts; no drink is made of it, so the simulated robots do not use it up
  {
    ...{
      code: 'paper',
      name: 'Thermal paper rolls',
      nameZh: '热敏纸卷',
      type: 8,
      unit: 'piece',
      specs: '80 mm wide, 80 m long',
    },
    ...{ capacity: 4, lowMark: 1 },
  },
] as const;

export const MENUS = {
  coffee: { name: 'Coffee', nameZh: '咖啡', sort: 30 },
  cold: { name: 'Cold drinks', nameZh: '冷饮', sort: 20 },
  other: { name: 'Without coffee', nameZh: '无咖啡', sort: 10 },
} as const;

const LID = { lid: 1 };
export const BEVERAGES: readonly DemoBeverage[] = [
  {
    name: 'Espresso',
    nameZh: '意式浓缩',
    menu: 'coffee',
    temperature: 'hot',
    seconds: 35,
    recipe: { beans: 18, water: 40, cup: 1 },
  },
  {
    name: 'Americano',
    nameZh: '美式咖啡',
    menu: 'coffee',
    temperature: 'hot',
    seconds: 45,
    recipe: { beans: 18, water: 240, cup: 1 },
    auxiliary: LID,
  },
  {
    name: 'Latte',
    nameZh: '拿铁',
    menu: 'coffee',
    temperature: 'hot',
    seconds: 60,
    recipe: { beans: 18, milk: 200, cup: 1 },
    auxiliary: LID,
  },
  {
    name: 'Cappuccino',
    nameZh: '卡布奇诺',
    menu: 'coffee',
    temperature: 'hot',
    seconds: 60,
    recipe: { beans: 18, milk: 150, cup: 1 },
    auxiliary: LID,
  },
  {
    name: 'Flat white',
    nameZh: '馥芮白',
    menu: 'coffee',
    temperature: 'hot',
    seconds: 55,
    recipe: { beans: 20, milk: 130, cup: 1 },
    auxiliary: LID,
  },
  {
    name: 'Mocha',
    nameZh: '摩卡',
    menu: 'coffee',
    temperature: 'hot',
    seconds: 70,
    recipe: { beans: 18, milk: 160, powder: 20, cup: 1 },
    auxiliary: LID,
  },
  {
    name: 'Iced latte',
    nameZh: '冰拿铁',
    menu: 'cold',
    temperature: 'cold',
    seconds: 65,
    recipe: { beans: 18, milk: 180, ice: 120, cup: 1 },
    auxiliary: LID,
  },
  {
    name: 'Iced americano',
    nameZh: '冰美式',
    menu: 'cold',
    temperature: 'cold',
    seconds: 50,
    recipe: { beans: 18, water: 180, ice: 140, cup: 1 },
    auxiliary: LID,
  },
  {
    name: 'Hot chocolate',
    nameZh: '热巧克力',
    menu: 'other',
    temperature: 'hot',
    seconds: 55,
    recipe: { milk: 220, powder: 30, cup: 1 },
    auxiliary: LID,
  },
  {
    name: 'Steamed milk',
    nameZh: '热牛奶',
    menu: 'other',
    temperature: 'hot',
    seconds: 40,
    recipe: { milk: 240, cup: 1 },
    auxiliary: LID,
  },
];

/** The tenant that writes Chinese alone. */
export const CHINESE = '1001';
/** Who did what the demo says was done, where an id is wanted. */
export const NOBODY = '00000000-0000-4000-8000-000000000000';

export const DEMO_TENANTS: readonly DemoTenant[] = [
  {
    tenantId: '1000',
    imeiPrefix: 'NOR',
    channels: { kiosk: 60, app: 40 },
    company: { name: 'Nordic Coffee AS', address: 'Fjordgata 12, 0150 Oslo', identification: 'NO 999 888 777 MVA' },
    spots: [
      {
        name: 'Oslo Central Station',
        nameZh: '奥斯陆中央车站',
        address: 'Jernbanetorget 1, Oslo',
        rhythm: 'business',
        ordersPerDay: 38,
        taxRate: 150_000,
        taxMode: 'inclusive',
        latitude: 59.911,
        longitude: 10.753,
        robots: ['Hall north', 'Hall south'],
      },
      {
        name: 'Gardermoen Airport',
        nameZh: '加勒穆恩机场',
        address: 'Edvard Munchs veg, Gardermoen',
        rhythm: 'dayAndNight',
        ordersPerDay: 120,
        taxRate: 250_000,
        taxMode: 'inclusive',
        latitude: 60.194,
        longitude: 11.1,
        appDiscountPercent: 10,
        robots: ['Departures', 'Arrivals', 'Security', 'Gate A', 'Gate D', 'Baggage claim'],
      },
      {
        name: 'Bergen University Library',
        nameZh: '卑尔根大学图书馆',
        address: 'Haakon Sheteligs plass 7, Bergen',
        rhythm: 'business',
        ordersPerDay: 26,
        taxRate: 150_000,
        taxMode: 'inclusive',
        latitude: 60.388,
        longitude: 5.322,
        extra: { minMinor: 20_000, maxMinor: 1_000_000, addMinor: 1_000 },
        robots: ['Reading room', 'Entrance'],
      },
    ],
    prices: [[3_200], [3_600], [4_500], [4_500, 3_900], [4_600], [4_900], [4_800], [4_000], [4_200], [2_900]],
    optionCosts: { oatMilk: 600, extraShot: 900, vanilla: 500 },
    minAmount: { NOK: 300 },
  },
  {
    tenantId: '1001',
    imeiPrefix: 'SHA',
    channels: { kiosk: 45, miniprogram: 40, app: 15 },
    company: {
      name: '上海智能机器人有限公司',
      address: '上海市浦东新区世纪大道 100 号',
      identification: '91310000MA1K00000X',
    },
    spots: [
      {
        name: 'Lujiazui Center',
        nameZh: '陆家嘴中心',
        address: '上海市浦东新区陆家嘴环路 1000 号',
        rhythm: 'business',
        ordersPerDay: 30,
        taxRate: 60_000,
        taxMode: 'inclusive',
        latitude: 31.238,
        longitude: 121.501,
        robots: ['一层大堂', '二层连廊'],
      },
      {
        name: 'Hongqiao Railway Station',
        nameZh: '虹桥火车站',
        address: '上海市闵行区申贵路 1500 号',
        rhythm: 'business',
        ordersPerDay: 36,
        taxRate: 60_000,
        taxMode: 'inclusive',
        latitude: 31.195,
        longitude: 121.32,
        appDiscountPercent: 20,
        robots: ['候车大厅', '到达层'],
      },
      {
        name: 'Pujiang Hospital',
        nameZh: '浦江医院',
        address: '上海市闵行区浦江路 128 号',
        rhythm: 'dayAndNight',
        ordersPerDay: 120,
        taxRate: 60_000,
        taxMode: 'inclusive',
        latitude: 31.093,
        longitude: 121.503,
        robots: ['门诊大厅', '急诊大厅', '住院部一层', '住院部五层', '药房旁', '地下一层'],
      },
    ],
    prices: [[1_500], [1_600], [2_200], [2_200, 1_880], [2_400], [2_600], [2_400], [1_800], [2_000], [1_200]],
    optionCosts: { oatMilk: 400, extraShot: 500, vanilla: 300 },
    minAmount: { CNY: 100 },
  },
  {
    tenantId: '1002',
    imeiPrefix: 'TYO',
    channels: { kiosk: 70, app: 30 },
    company: { name: '東京キオスク株式会社', address: '東京都千代田区丸の内 1-9-1', identification: 'T1234567890123' },
    spots: [
      {
        name: 'Marunouchi Lobby',
        nameZh: '丸之内大厅',
        address: '1-9-1 Marunouchi, Chiyoda, Tokyo',
        rhythm: 'business',
        ordersPerDay: 15,
        taxRate: 80_000,
        taxMode: 'inclusive',
        latitude: 35.681,
        longitude: 139.767,
        robots: ['East gate', 'West gate'],
      },
    ],
    prices: [[320], [360], [480], [480, 420], [500], [540], [520], [400], [450], [300]],
    optionCosts: { oatMilk: 60, extraShot: 90, vanilla: 50 },
    minAmount: { JPY: 50 },
  },
];

/** 15 digits that look like the IMEI of a modem, with the tenant's letters in front so that people can tell them apart. */
export function demoImei(tenant: DemoTenant, number: number): string {
  return `${tenant.imeiPrefix}${String(868_120_000_000 + number)}`;
}
