export interface LayoutSettings {
  readonly layout: 'sidemenu' | 'topmenu';
  readonly contentWidth: 'Fluid' | 'Fixed';
  readonly fixedHeader: boolean;
  /** The header leaves while the reader scrolls down and comes back when he scrolls up. */
  readonly hideHeader: boolean;
  readonly fixedSidebar: boolean;
  readonly multiTab: boolean;
  /** 200 px; closed it is 80 px wide. */
  readonly sidebarOpen: boolean;
}

export const DEFAULT_LAYOUT: LayoutSettings = {
  layout: 'sidemenu',
  contentWidth: 'Fixed',
  fixedHeader: true,
  hideHeader: false,
  fixedSidebar: false,
  multiTab: true,
  sidebarOpen: true,
};

/** Which settings have an effect beside the others; the drawer disables the rest. */
export function availableSettings(
  settings: LayoutSettings,
): Record<'contentWidth' | 'hideHeader' | 'fixedSidebar', boolean> {
  return {
    contentWidth: settings.layout === 'topmenu',
    hideHeader: settings.fixedHeader,
    fixedSidebar: settings.layout === 'sidemenu',
  };
}

/** A change with what follows from it: turning the fixed header off, or changing the navigation mode, turns its dependants off. */
export function afterChange(settings: LayoutSettings, change: Partial<LayoutSettings>): LayoutSettings {
  const changed = { ...settings, ...change };
  const turnsMode = change.layout !== undefined && change.layout !== settings.layout;
  return {
    ...changed,
    hideHeader: changed.hideHeader && changed.fixedHeader,
    fixedSidebar: changed.fixedSidebar && !turnsMode && changed.layout === 'sidemenu',
  };
}

/** Stored values that mean nothing today are as if never stored. */
export function settingsFrom(stored: { readonly [Name in keyof LayoutSettings]?: unknown }): LayoutSettings {
  const known: Record<string, unknown> = { ...DEFAULT_LAYOUT };
  for (const [name, value] of Object.entries(stored))
    if (ALLOWED[name as keyof LayoutSettings].includes(value)) known[name] = value;
  return afterChange(known as unknown as LayoutSettings, {});
}

const SWITCH: readonly unknown[] = [true, false];
const ALLOWED: { readonly [Name in keyof LayoutSettings]: readonly unknown[] } = {
  layout: ['sidemenu', 'topmenu'],
  contentWidth: ['Fluid', 'Fixed'],
  fixedHeader: SWITCH,
  hideHeader: SWITCH,
  fixedSidebar: SWITCH,
  multiTab: SWITCH,
  sidebarOpen: SWITCH,
};
