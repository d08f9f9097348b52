/** The eight theme colours (system-api.md 6.8); the palettes beside the default are in `colours.css`. */
export const THEME_COLOURS = [
  '#F5222D',
  '#FA541C',
  '#FAAD14',
  '#13C2C2',
  '#52C41A',
  '#1890FF',
  '#2F54EB',
  '#722ED1',
] as const;
export type ThemeColour = (typeof THEME_COLOURS)[number];
export const DEFAULT_COLOUR: ThemeColour = '#1890FF';
