import type { TFunction } from 'i18next';
import type { Robot } from '#domains/robots/contract/robot.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { faultText } from './fault-text.ts';

/** Whether there is more to say than how it is. */
export function saysWhy({ healthReason: { code } }: Pick<Robot, 'healthReason'>): boolean {
  return code !== 'selling' && code !== 'offline' && code !== 'maintenance';
}

/** Why a robot is as it is, in words; '' where how it is says all. */
export function healthText(
  { faults, healthReason }: Pick<Robot, 'faults' | 'healthReason'>,
  t: TFunction,
  language: string,
): string {
  const { code, materials } = healthReason;
  if (!saysWhy({ healthReason })) return '';
  if (code === 'fault') return faults.map((fault) => faultText(fault, t)).join(' · ');
  return t(`healthReason.${code}`, { materials: joinWords(materials, language) });
}
