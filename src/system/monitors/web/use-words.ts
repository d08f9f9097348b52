import { useMemo } from 'react';
import { useLanguage } from '#ui/language/use-language.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1_024;
/** Charts draw sizes in these, so that their axes have round numbers. */
export const KILOBYTE = STEP;
export const MEGABYTE = STEP ** 2;
export const GIGABYTE = STEP ** 3;

export interface Words {
  readonly count: (value: number) => string;
  readonly short: (value: number) => string;
  readonly ms: (value: number) => string;
  readonly bytes: (value: number) => string;
  /** Of millionths. */
  readonly share: (millionths: number) => string;
  readonly seconds: (value: number) => string;
}

/** Figures with their units, in the reader's language. */
export function useWords(): Words {
  const language = useLanguage();
  return useMemo(() => {
    const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options);
    const [whole, one] = [number({ maximumFractionDigits: 0 }), number({ maximumFractionDigits: 1 })];
    const compact = number({ notation: 'compact', maximumFractionDigits: 1 });
    const percent = number({ style: 'percent', maximumFractionDigits: 1 });
    const unit = (name: string, digits: number) =>
      number({ style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: digits });
    const [millisecond, tenth, second] = [unit('millisecond', 0), unit('millisecond', 1), unit('second', 1)];
    const sizes = UNITS.map((name, index) => unit(name, index > 2 ? 1 : 0));
    const wholeSeconds = (value: number): string => {
      if (value < 60) return second.format(value);
      if (value < 3_600) return unit('minute', 0).format(Math.floor(value / 60));
      return value < 86_400 ? unit('hour', 1).format(value / 3_600) : unit('day', 1).format(value / 86_400);
    };
    return {
      count: (value) => (value < 10 ? one : whole).format(value),
      short: (value) => compact.format(value),
      ms: (value) => (value >= 1_000 ? second.format(value / 1_000) : (value < 10 ? tenth : millisecond).format(value)),
      bytes: (value) => {
        if (value < 1) return whole.format(0);
        const step = Math.min(UNITS.length - 1, Math.floor(Math.log(value) / Math.log(STEP)));
        return sizes[step]?.format(value / STEP ** step) ?? '';
      },
      share: (millionths) => percent.format(millionths / 1_000_000),
      seconds: wholeSeconds,
    };
  }, [language]);
}
