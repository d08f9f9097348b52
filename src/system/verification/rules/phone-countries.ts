import { type CountryCode, getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { PhoneCountry } from './phone-number.ts';

const countryOf = (region: CountryCode): PhoneCountry => ({
  region,
  read: (digits) => {
    const phone = parsePhoneNumberFromString(digits, region);
    return phone?.isValid() ? phone.number : undefined;
  },
});

let byZone: ReadonlyMap<string, PhoneCountry> | undefined;

/** The country of a time zone, for numbers that are written without one (settled 157); undefined for zones at sea and UTC. */
export function phoneCountryOf(timeZone: string): PhoneCountry | undefined {
  byZone ??= new Map(
    getCountries().flatMap((region) =>
      (new Intl.Locale(`und-${region}`).getTimeZones() ?? []).map((zone) => [zone, countryOf(region)] as const),
    ),
  );
  // the lists have each zone under one of its names
  return byZone.get(new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone);
}
