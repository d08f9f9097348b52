import type { TFunction } from 'i18next';

/** A unit in the reader's language: seconds are 秒. Signs such as "%" are the same in all. */
export const unitWord = (unit: string, t: TFunction<'records'>): string => t(`unit.${unit}`, { defaultValue: unit });
