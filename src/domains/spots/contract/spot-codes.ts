/** In business or suspended (domain 4); the first one is the switch's on. */
export const SPOT_STATES = ['in_business', 'suspended'] as const;

/** The spot's tax UI type (domain 3): prices with tax are inclusive, without tax exclusive (practice 4.2). */
export const TAX_MODES = ['inclusive', 'exclusive'] as const;

/** The spot's switch "coupon before or after tax" (domain 3). */
export const COUPON_APPLIES = ['beforeTax', 'afterTax'] as const;

/** What a row of extra amounts adds: its amount, or its part of the subtotal (settled 86). */
export const EXTRA_AMOUNT_TYPES = ['fixed', 'proportion'] as const;

/** Hidden, always shown, shown until it is clicked (domain 3). */
export const SPLASH_PAGE_TYPES = [0, 1, 2] as const;

/** Default, light (domain 3). */
export const KIOSK_THEMES = [0, 1] as const;

export const RECEIPT_LAYOUTS = ['default', 'swedish_transitional', 'latest', 'minimal'] as const;

/** Shown or sent by itself after the payment, or the kiosk asks (settled 88). */
export const RECEIPT_DELIVERIES = ['automatic', 'user_choice'] as const;
