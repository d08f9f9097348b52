import { expect, test } from 'vitest';
import { afterChange, availableSettings, DEFAULT_LAYOUT, type LayoutSettings, settingsFrom } from './settings.ts';

const top: Partial<LayoutSettings> = { layout: 'topmenu' };

test('the defaults are side menu, fixed width, and no switch on but fixed header and multi-tab', () => {
  expect(settingsFrom({})).toEqual({
    layout: 'sidemenu',
    contentWidth: 'Fixed',
    fixedHeader: true,
    hideHeader: false,
    fixedSidebar: false,
    multiTab: true,
    sidebarOpen: true,
  });
});

test.each<[string, Partial<LayoutSettings>, Partial<LayoutSettings>, Partial<LayoutSettings>]>([
  [
    'turning the fixed header off turns hiding off',
    { fixedHeader: true, hideHeader: true },
    { fixedHeader: false },
    { hideHeader: false },
  ],
  ['hiding needs the fixed header', { fixedHeader: false }, { hideHeader: true }, { hideHeader: false }],
  ['with it, hiding is on', { fixedHeader: true }, { hideHeader: true }, { hideHeader: true }],
  ['the top menu turns the fixed sidebar off', { fixedSidebar: true }, top, { fixedSidebar: false }],
  ['in the top menu it stays off', top, { fixedSidebar: true }, { fixedSidebar: false }],
  ['the side menu comes back without it', top, { layout: 'sidemenu', fixedSidebar: true }, { fixedSidebar: false }],
  ['the same mode again changes nothing', { fixedSidebar: true }, { layout: 'sidemenu' }, { fixedSidebar: true }],
])('%s', (_name, before, change, after) => {
  expect(afterChange({ ...DEFAULT_LAYOUT, ...before }, change)).toMatchObject(after);
});

test.each<[Partial<LayoutSettings>, object]>([
  [{}, { contentWidth: false, hideHeader: true, fixedSidebar: true }],
  [top, { contentWidth: true, hideHeader: true, fixedSidebar: false }],
  [{ fixedHeader: false }, { contentWidth: false, hideHeader: false, fixedSidebar: true }],
])('with %j what can be set is %j', (settings, available) => {
  expect(availableSettings({ ...DEFAULT_LAYOUT, ...settings })).toEqual(available);
});

test('stored values that mean nothing are dropped, and so are those that contradict each other', () => {
  const stored = { layout: 'sidewaysmenu', sidebarOpen: 'yes', multiTab: false, contentWidth: 7 };
  expect(settingsFrom(stored)).toEqual({ ...DEFAULT_LAYOUT, multiTab: false });
  expect(settingsFrom({ fixedHeader: false, hideHeader: true })).toEqual({ ...DEFAULT_LAYOUT, fixedHeader: false });
});
