import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '#platform/storage/web/stored.ts';
import { afterChange, type LayoutSettings, settingsFrom } from './settings.ts';

/** Names of the older client (system-api.md 6.8); the values of its switches are booleans. */
const STORED_AS: { readonly [Name in keyof LayoutSettings]: string } = {
  layout: 'DEFAULT_LAYOUT_MODE',
  contentWidth: 'DEFAULT_CONTENT_WIDTH_TYPE',
  fixedHeader: 'DEFAULT_FIXED_HEADER',
  hideHeader: 'DEFAULT_FIXED_HEADER_HIDDEN',
  fixedSidebar: 'DEFAULT_FIXED_SIDEMENU',
  multiTab: 'DEFAULT_MULTI_PAGE',
  sidebarOpen: 'SIDEBAR_TYPE',
};
const NAMES = Object.keys(STORED_AS) as (keyof LayoutSettings)[];

let settings: LayoutSettings | undefined;
const listeners = new Set<() => void>();

function currentSettings(): LayoutSettings {
  settings ??= settingsFrom(
    Object.fromEntries(
      NAMES.map((name) => [name, readStored<unknown>(STORED_AS[name])] as const).filter(
        ([, value]) => value !== undefined,
      ),
    ),
  );
  return settings;
}

/** Platform.md 3: below 1088 px the console is handled as on a mobile device. */
export function keepDevice(device: 'mobile' | 'desktop'): void {
  if (readStored('DEVICE') !== device) writeStored('DEVICE', device);
}

/** Takes effect at once and is remembered, with what follows from it. */
export function changeSettings(change: Partial<LayoutSettings>): void {
  const before = currentSettings();
  settings = afterChange(before, change);
  for (const name of NAMES) if (settings[name] !== before[name]) writeStored(STORED_AS[name], settings[name]);
  for (const listener of listeners) listener();
}

export function useSettings(): LayoutSettings {
  return useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => void listeners.delete(changed);
  }, currentSettings);
}
