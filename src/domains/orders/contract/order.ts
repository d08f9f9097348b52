/** Order status (domain 4). Which changes are lawful says `rules/order-status.ts`. */
export const OrderStatus = {
  created: 1,
  paymentFailed: 2,
  paidInQueue: 3,
  makeFailed: 4,
  awaitingPickup: 5,
  pickedUp: 6,
  exception: 7,
} as const;
export type OrderStatus = (typeof OrderStatus)[keyof typeof OrderStatus];

/** Step of an order and of each of its drinks (domain 4). There is no 5. */
export const OrderStep = {
  unmade: 0,
  making: 1,
  made: 2,
  taken: 3,
  failed: 4,
  timedOut: 6,
} as const;
export type OrderStep = (typeof OrderStep)[keyof typeof OrderStep];

/** Codes of the rows of an order's timeline (domain 4). */
export const OrderEvent = {
  created: 2101,
  paid: 2201,
  making: 2251,
  makeFailed: 2252,
  made: 2301,
  notTaken: 2401,
  taken: 2402,
  refundRequestedByCustomer: 10101,
  refundRequestedByStaff: 10102,
  refunded: 10201,
  cancelledByCustomer: 11101,
  cancelledByStaff: 11102,
} as const;
export type OrderEvent = (typeof OrderEvent)[keyof typeof OrderEvent];

/** Tabs of the order list (domain 4); their meaning is `rules/order-filter.ts`. */
export const OrderFilter = {
  all: -1,
  processing: 1,
  complete: 2,
  abnormal: 3,
  refunding: 4,
  refunded: 5,
  timedOut: 7,
} as const;
export type OrderFilter = (typeof OrderFilter)[keyof typeof OrderFilter];

/** Where an order was made (domain 3). */
export const OrderSource = {
  unknown: 0,
  kiosk: 1,
  app: 2,
  miniProgram: 3,
} as const;
export type OrderSource = (typeof OrderSource)[keyof typeof OrderSource];

/** What kind of sale an order is (domain 3, settled 92). */
export const OrderType = { drink: 0, free: 1, remade: 2 } as const;
export type OrderType = (typeof OrderType)[keyof typeof OrderType];
