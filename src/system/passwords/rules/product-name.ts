/** Specification, platform 1; passwords may not contain its words (security 2.11). */
export const PRODUCT_NAME = 'Smart IOT Device';
