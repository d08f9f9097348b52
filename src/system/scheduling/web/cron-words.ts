import { useTranslation } from 'react-i18next';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import type { CronField } from '#system/scheduling/contract/cron.ts';
import type { CronChoices } from '#system/scheduling/rules/cron-choice.ts';
import {
  type DayPhrase,
  describeCron,
  type SetPhrase,
  type TimePhrase,
} from '#system/scheduling/rules/cron-sentence.ts';
import { cachedDateFormat } from '#ui/time/format-time.ts';

/** A Monday and a January, so that the value of a field is a date of that name. */
const nameDate = {
  week: (value: number) => Date.UTC(2024, 0, value),
  month: (value: number) => Date.UTC(2024, value - 1, 15),
};

/** How a value of a field is said: "Monday", "March", "08". */
export function valueName(
  field: CronField,
  value: number,
  language: string,
  length: 'long' | 'short' = 'long',
): string {
  if (field === 'week')
    return cachedDateFormat(language, { weekday: length, timeZone: 'UTC' }).format(nameDate.week(value));
  if (field === 'month')
    return cachedDateFormat(language, { month: length, timeZone: 'UTC' }).format(nameDate.month(value));
  return String(value);
}

/** The expression in one sentence: "Every Monday at 09:00, Europe/Oslo" (ux-guide 7). */
export function useCronSentence(): (choices: CronChoices, timeZone: string) => string {
  const { t, i18n } = useTranslation('scheduling');
  const { language } = i18n;

  const facts = (field: CronField, set: SetPhrase) => {
    const name = (value: number) => (field === 'hours' ? hourName(value) : valueName(field, value, language));
    if (set.kind === 'list') return { set: joinWords(set.values.map(name), language) };
    return set.kind === 'span'
      ? { from: name(set.from), to: field === 'hours' ? hourEnd(set.to) : name(set.to) }
      : { from: name(set.from), step: set.step };
  };
  const numbers = (field: CronField, set: SetPhrase): string => {
    if (set.kind === 'list') return joinWords(set.values.map(String), language);
    return t(`sentence.set.${set.kind}`, facts(field, set));
  };

  const days = (phrase: DayPhrase): string => {
    switch (phrase.kind) {
      case 'days':
        return t(`sentence.days.${phrase.days.kind}`, facts('day', phrase.days));
      case 'weekdays':
        return t(`sentence.weekdays.${phrase.weekdays.kind}`, facts('week', phrase.weekdays));
      case 'beforeLastDay':
        return t('sentence.beforeLastDay', { before: phrase.before });
      case 'nearestWeekday':
        return t('sentence.nearestWeekday', { day: phrase.day });
      case 'mixed':
        return joinWords(phrase.parts.map(days), language);
      case 'everyDay':
        return t('sentence.everyDay');
      case 'lastDay':
        return t('sentence.lastDay');
      case 'lastWeekday':
        return t('sentence.lastWeekday');
    }
  };

  const grain = (phrase: Extract<TimePhrase, { kind: 'grain' }>['grain']): string => {
    switch (phrase.kind) {
      case 'everySecond':
        return t('sentence.everySecond');
      case 'everyMinute':
        return t('sentence.everyMinute');
      case 'everyHour':
        return t('sentence.everyHour');
      case 'everyHours':
        return t('sentence.everyHours', { step: phrase.step });
      case 'everySeconds':
        return t('sentence.everySeconds', { step: phrase.step });
      case 'everyMinutes':
        return t('sentence.everyMinutes', { step: phrase.step });
      case 'everyMinutesAtSeconds':
        return t('sentence.everyMinutesAtSeconds', {
          step: phrase.step,
          seconds: numbers('seconds', phrase.seconds),
        });
      case 'atSeconds':
        return t('sentence.atSeconds', { seconds: numbers('seconds', phrase.seconds) });
      case 'atMinutes':
        return t('sentence.atMinutes', { minutes: numbers('minutes', phrase.minutes) });
      case 'atSecondsOfMinutes':
        return t('sentence.atSecondsOfMinutes', {
          seconds: numbers('seconds', phrase.seconds),
          minutes: numbers('minutes', phrase.minutes),
        });
    }
  };

  const time = (phrase: TimePhrase): string => {
    if (phrase.kind === 'times') return t('sentence.times', { times: joinWords(phrase.times, language) });
    const { hours } = phrase;
    return t('sentence.grain', {
      grain: grain(phrase.grain),
      hours: hours ? t(`sentence.hours.${hours.kind}`, facts('hours', hours)) : '',
    });
  };

  return (choices, timeZone) => {
    const sentence = describeCron(choices);
    const { months, years } = sentence;
    const text = t('sentence.whole', {
      // "every day every second" says no more than "every second"
      days: sentence.days.kind === 'everyDay' && sentence.time.kind === 'grain' ? '' : days(sentence.days),
      months: months ? t(`sentence.months.${months.kind}`, facts('month', months)) : '',
      years: years ? t(`sentence.years.${years.kind}`, facts('year', years)) : '',
      time: time(sentence.time),
      zone: timeZone,
    });
    const tidy = text.replace(/\s+/g, ' ').replace(/ ,/g, ',').trim();
    return tidy.charAt(0).toUpperCase() + tidy.slice(1);
  };
}

const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
/** The last minute of that hour still counts. */
const hourEnd = (hour: number): string => `${String(hour).padStart(2, '0')}:59`;
