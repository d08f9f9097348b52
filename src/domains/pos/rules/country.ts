/** ISO 3166 country of a currency that one country has; the euro and the dollar of several have none. */
const COUNTRIES: Readonly<Record<string, string>> = {
  ...{ AED: 'AE', CNY: 'CN', GBP: 'GB', ILS: 'IL', JPY: 'JP', KRW: 'KR', MXN: 'MX' },
  ...{ NOK: 'NO', OMR: 'OM', PLN: 'PL', SAR: 'SA', SEK: 'SE', USD: 'US' },
};

const CODE = /^[A-Za-z]{2}$/;

/** The country of a terminal: as it was given, else that of the tenant's currency (settled 58); undefined where neither says it. */
export function countryOf(given: string, currency: string): string | undefined {
  if (given !== '') return CODE.test(given) ? given.toUpperCase() : undefined;
  return COUNTRIES[currency];
}
