import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { BIN } from '../scripts/run-all.ts';

const root = join(import.meta.dirname, '..');
const FOLDER = join(root, 'dist/pseudo');

/** Builds the console with the pseudo-locale for its English; the product itself never has it. */
export async function buildPseudoConsole(): Promise<void> {
  const child = spawn(join(BIN, 'vite'), ['build', '--mode', 'pseudo', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${BIN}:${process.env['PATH']}` },
  });
  const code = await new Promise((done) => child.once('exit', done));
  if (code !== 0) throw new Error('The console with the pseudo-locale could not be built');
}

/** In this context the files of the console come from that build, everything else from the product. */
export async function showPseudoConsole(context: BrowserContext, productUrl: string): Promise<void> {
  await context.route(`${productUrl}/**`, (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const file = join(FOLDER, pathname);
    if (pathname !== '/' && existsSync(file)) return route.fulfill({ path: file });
    if (request.resourceType() === 'document') return route.fulfill({ path: join(FOLDER, 'index.html') });
    return route.fallback();
  });
}
