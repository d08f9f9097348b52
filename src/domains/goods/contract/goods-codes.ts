/** Dictionary `beverage_temperature`. */
export const TEMPERATURES = ['hot', 'cold'] as const;
/** Dictionary `beverage_status`. */
export const BEVERAGE_STATES = ['on_sale', 'off_sale'] as const;
/** Dictionary `option_group_kind`. */
export const GROUP_KINDS = ['single', 'multiple'] as const;

export const MAX_SORT = 999_999;
export const MOST_CATEGORIES = 50;
export const MOST_GROUPS = 20;
export const MOST_MATERIALS = 30;
/** Settled 78. */
export const MOST_BODY_IMAGES = 6;
