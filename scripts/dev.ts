// `npm run dev`: the product, restarting when server sources change; the console is rebuilt beside it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { BIN } from './run-all.ts';

const root = join(import.meta.dirname, '..');
const children = [
  spawn(join(BIN, 'vite'), ['build', '--watch', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' }),
  spawn(process.execPath, ['--watch-path=src', '--watch-preserve-output', 'src/apps/server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
  }),
];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => children.forEach((child) => void child.kill(signal)));
