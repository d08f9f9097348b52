import type { Fault } from '#domains/robots/contract/messages.ts';
import { faultWords } from '#domains/robots/rules/fault-words.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { sliceText } from '#platform/i18n/server/slice-texts.ts';
import enUS from '../locales/messages.en-US.json' with { type: 'json' };
import zhCN from '../locales/messages.zh-CN.json' with { type: 'json' };

type Words = (type: string, value: string) => string;
const wordsIn =
  (language: Language): Words =>
  (type, value) => {
    const name = sliceText('alarms', language, `type.${type}`) ?? type;
    return value === '' ? name : `${name}${language === 'zh-CN' ? '：' : ': '}${value}`;
  };

/** An alarm in words, for messages and notices. */
export const ALARM_WORDS: Readonly<Record<Language, Words>> = { 'en-US': wordsIn('en-US'), 'zh-CN': wordsIn('zh-CN') };

export interface Value {
  readonly value: string;
  readonly valueZh: string;
}

/** A fault in the words of both languages, or in the robot's own. */
export function faultValue(fault: Fault): Value {
  const inWords = (language: Language): string => {
    const find = (key: string, params?: Record<string, string>) => sliceText('robots', language, key, params);
    return faultWords(fault, {
      ofCode: (code) => find(`faultCode.${code}`),
      ofMaterial: (code) => find(`material.code.${code}`),
      outOf: (material) => find('materialEmpty', { material }) ?? material,
    });
  };
  return { value: inWords('en-US'), valueZh: inWords('zh-CN') };
}

/** A value that reads the same in both languages. */
export const plainValue = (value: string): Value => ({ value, valueZh: value });

/** Drinks that failed one after another. */
export const failuresValue = (count: number): Value => ({
  value: enUS.inARow.replace('{count}', String(count)),
  valueZh: zhCN.inARow.replace('{count}', String(count)),
});

/** Tenths of a degree Celsius. */
export const celsius = (tenths: number): string => `${(tenths / 10).toFixed(1)} °C`;

const inBoth = (
  key: 'overdueBy' | 'robotsOf' | 'unitsGone',
  values: Readonly<Record<string, string | number>>,
): Value => {
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => String(values[name] ?? ''));
  return { value: fill(enUS[key]), valueZh: fill(zhCN[key]) };
};

/** Whole days to the next maintenance. */
export const maintenanceValue = (days: number): Value =>
  days < 0 ? inBoth('overdueBy', { days: -days }) : plainValue('');

/** How many of the robots of a spot do not answer. */
export const robotsValue = (silent: number, all: number): Value => inBoth('robotsOf', { silent, all });

const UNITS_NAMED = 3;
/** Units that a cabinet misses. */
export const unitsValue = (serials: readonly string[]): Value => {
  const named = serials.slice(0, UNITS_NAMED).join(', ');
  return inBoth('unitsGone', { count: serials.length, serials: serials.length > UNITS_NAMED ? `${named} …` : named });
};
