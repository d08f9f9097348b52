/** Where the words for a payment provider's codes stand, for screens and for notices. */
export const PROVIDER_WORDS = 'payments:providerCode';
