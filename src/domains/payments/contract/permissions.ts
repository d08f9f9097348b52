/**
 * Who sees payment settings, for what only asks whether somebody may: the declaration brings all contracts of records with
 * it. Equal to `paymentConfigs.endpoints.page.permission`, by a test.
 */
export const SEES_PAYMENT_CONFIGS = { permission: 'payment-config:view' } as const;
