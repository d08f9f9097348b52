import * as z from 'zod';
import { LeftOutMaterial } from '#domains/beverages/contract/left-out-material.ts';
import { OfferedArt } from '#domains/latte-art/contract/offered-art.ts';
import { KIOSK_THEMES, RECEIPT_DELIVERIES, SPLASH_PAGE_TYPES } from '#domains/spots/contract/spot-codes.ts';
import { Id, Imei, Instant, Minor } from '#platform/http/contract/fields.ts';
import { CURRENCY_CODES } from '#platform/money/contract/currency.ts';

/** `deviceImei` narrows the menu to one robot of the spot. */
export const StorefrontMenuRequest = z.strictObject({ spotId: Id, deviceImei: Imei.optional() });
export type StorefrontMenuRequest = z.infer<typeof StorefrontMenuRequest>;

/** What a spot sells now through the caller's channel. */
export const StorefrontMenu = z.strictObject({
  spot: z.strictObject({
    id: z.string(),
    name: z.string(),
    /** Empty where there is the other name alone. */
    nameZh: z.string(),
    address: z.string(),
    /** Where its robots are, for `orderReminderDistance`; null where it is not on the map. */
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    serviceTime: z.string(),
    /** Not suspended, and within its opening times. */
    inBusiness: z.boolean(),
    customerServiceEmail: z.string(),
  }),
  /** How kiosk and app look at this spot; pictures are read below `/api/sys/common/static`. */
  kiosk: z.strictObject({
    /** 0 hidden, 1 always shown, 2 shown until it is clicked. */
    splashPageType: z.literal(SPLASH_PAGE_TYPES),
    splashImage: z.string(),
    /** 0 default, 1 light. */
    kioskTheme: z.literal(KIOSK_THEMES),
    bookingField: z.boolean(),
    pickupButton: z.boolean(),
    pointsSwitch: z.boolean(),
    barcodeScanning: z.boolean(),
    receiptDelivery: z.enum(RECEIPT_DELIVERIES),
  }),
  currency: z.enum(CURRENCY_CODES),
  taxMode: z.enum(['inclusive', 'exclusive']),
  robots: z.array(
    z.strictObject({
      deviceImei: z.string(),
      name: z.string(),
      /** Connected and not in maintenance: it takes orders of this channel. */
      available: z.boolean(),
      soldOut: z.enum(['none', 'partly', 'all']),
      /** Metres from which on the app asks "order from here?"; 0: never. It refuses nothing. */
      orderReminderDistance: z.int(),
    }),
  ),
  categories: z.array(
    z.strictObject({
      id: z.string(),
      parentId: z.string().nullable(),
      name: z.string(),
      /** Empty where there is the other name alone. */
      nameZh: z.string(),
      image: z.string(),
    }),
  ),
  /** Pictures for the foam of goods with `drawingMachine`; a line of an order names one as `artId`. */
  latteArts: z.array(OfferedArt),
  goods: z.array(
    z.strictObject({
      goodsId: z.string(),
      categoryId: z.string(),
      name: z.string(),
      nameZh: z.string(),
      shortTitle: z.string(),
      description: z.string(),
      image: z.string(),
      /** Above what is told of the drink; empty where there is none. */
      headImage: z.string(),
      bodyImages: z.array(z.string()),
      /** Made by a robot with a drawing machine: its line may name one of `latteArts`. */
      drawingMachine: z.boolean(),
      /** A picture is printed on its foam. */
      foamPrinting: z.boolean(),
      temperature: z.enum(['hot', 'cold']),
      originalPriceMinor: Minor,
      /** One cup without options, after discounted price and the channel's discount. */
      priceMinor: Minor,
      productionSeconds: z.int(),
      /** Cups that the best robot of the spot can still make. */
      servings: z.int(),
      soldOut: z.boolean(),
      /** Auxiliary materials that this robot has run out of: the drink is made without them, and the customer should know before. */
      withoutMaterials: z.array(LeftOutMaterial),
      groups: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          nameZh: z.string(),
          kind: z.enum(['single', 'multiple']),
          required: z.boolean(),
          /** Where any is chosen, and of a required group always; null asks for no number. */
          minChoices: z.int().nullable(),
          maxChoices: z.int().nullable(),
          /** What the choice begins with. */
          defaultChoiceId: z.string().nullable(),
          choices: z.array(z.strictObject({ id: z.string(), name: z.string(), nameZh: z.string(), costMinor: Minor })),
        }),
      ),
    }),
  ),
  at: Instant,
});
export type StorefrontMenu = z.infer<typeof StorefrontMenu>;
