import { existsSync } from 'node:fs';

/** Nothing that it does by itself, and no sandbox, which root may not have. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** `CHROMIUM_PATH`, an installed browser, or the one that comes from npm (stack.md 1). */
export async function browserPath(): Promise<string> {
  const installed = [
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  for (const path of installed) if (path && existsSync(path)) return path;
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}
