/** More specific names first: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari. */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['DingTalk', /DingTalk/i],
  ['WeCom', /wxwork/i],
  ['WeChat', /MicroMessenger/i],
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
];

const named = (list: typeof BROWSERS, userAgent: string): string | undefined =>
  list.find(([, pattern]) => pattern.test(userAgent))?.[0];

/** Browser and system as people call them; undefined where a program says something else of itself (settled 41). */
export function readUserAgent(userAgent: string): { browser: string | undefined; system: string | undefined } {
  return { browser: named(BROWSERS, userAgent), system: named(SYSTEMS, userAgent) };
}
