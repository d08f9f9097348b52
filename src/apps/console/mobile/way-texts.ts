import { use } from 'react';
import type alarmTexts from '#domains/alarms/locales/alarms.en-US.json';
import type { Language } from '#platform/http/contract/envelope.ts';
import type ownTexts from './locales/on-the-way.en-US.json';
import { useSurroundings } from './surroundings.ts';

/** Texts of the screens that come when they are opened. */
export type WayTexts = typeof ownTexts;
export type AlarmTexts = Pick<typeof alarmTexts, 'type' | 'severity' | 'state'>;

const packs: Readonly<Record<Language, () => Promise<{ default: WayTexts }>>> = {
  'en-US': () => import('./locales/on-the-way.en-US.json', { with: { type: 'json' } }),
  'zh-CN': () => import('./locales/on-the-way.zh-CN.json', { with: { type: 'json' } }),
};
const alarmPacks: Readonly<Record<Language, () => Promise<{ default: AlarmTexts }>>> = {
  'en-US': () => import('#domains/alarms/locales/alarms.en-US.json', { with: { type: 'json' } }),
  'zh-CN': () => import('#domains/alarms/locales/alarms.zh-CN.json', { with: { type: 'json' } }),
};

const asked = new Map<string, Promise<unknown>>();

/** React waits for the same promise each time. */
function once<Pack>(key: string, load: () => Promise<{ default: Pack }>): Promise<Pack> {
  const known = asked.get(key) as Promise<Pack> | undefined;
  if (known) return known;
  const loading = load().then((pack) => pack.default);
  asked.set(key, loading);
  loading.catch(() => asked.delete(key));
  return loading;
}

export function useWayTexts(): WayTexts {
  const { language } = useSurroundings();
  return use(once(language, packs[language]));
}

export function useAlarmTexts(): AlarmTexts {
  const { language } = useSurroundings();
  return use(once(`alarms ${language}`, alarmPacks[language]));
}
