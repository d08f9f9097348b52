import { createContext, use } from 'react';
import type { Language } from '#platform/http/contract/envelope.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { formatMoney } from '#platform/money/rules/format-money.ts';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { formatLength, formatRelative, formatTime, type TimePart } from '#ui/time/format-time.ts';
import { browserNow } from '#ui/time/now.ts';
import type { MobileTexts } from './texts.ts';

export interface Surroundings {
  readonly texts: MobileTexts;
  readonly language: Language;
}

export const SurroundingsContext = createContext<Surroundings | undefined>(undefined);

export function useSurroundings(): Surroundings {
  const found = use(SurroundingsContext);
  if (!found) throw new Error('Mobile pages stand inside the mobile frame');
  return found;
}

/** Times and amounts as the tenant writes them. */
export function useFormats() {
  const { language } = useSurroundings();
  const { timeZone, timeFormat, currency: own, currencyFormat } = useTenant();
  return {
    money: (minor: number, currency: Currency = own) => formatMoney(minor, currency, language, currencyFormat),
    time: (at: string, part: TimePart = 'minute') =>
      formatTime(Date.parse(at), { timeZone, timeFormat, language }, part),
    lasting: (at: string) => formatLength(Date.parse(at), browserNow(), language),
    ago: (at: string) => formatRelative(Date.parse(at), browserNow(), language),
  };
}
