import { type ChildProcess, fork, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { later } from './clean-up.ts';

/** Clock ticks of /proc are hundredths of a second on every Linux that we know. */
const MS_PER_TICK = 10;
const PAGE_BYTES = 4_096;

interface ProcessStat {
  readonly parent: number;
  /** Processor time of the process, and of its ended children, in milliseconds. */
  readonly ownMs: number;
  readonly endedChildrenMs: number;
  readonly rssBytes: number;
}

export function statOf(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the name stands in brackets and may hold spaces
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const field = (number: number): number => Number(fields[number - 3]);
    return {
      parent: field(4),
      ownMs: (field(14) + field(15)) * MS_PER_TICK,
      endedChildrenMs: (field(16) + field(17)) * MS_PER_TICK,
      rssBytes: field(24) * PAGE_BYTES,
    };
  } catch {
    return undefined;
  }
}

/** Processor time of the postmaster and all of its processes, the ended ones included. */
export function familyMs(postmaster: number): number {
  const own = statOf(postmaster);
  let total = (own?.ownMs ?? 0) + (own?.endedChildrenMs ?? 0);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = statOf(Number(name));
    if (stat?.parent === postmaster) total += stat.ownMs;
  }
  return total;
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export interface Running {
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** What `npm start` gives the runtime, so that memory is measured as an operator gets it. */
export const START_FLAGS: readonly string[] = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--'));

/** Starts a program of its own and waits until it answers at `readyUrl`. */
export async function startProgram(
  file: string,
  env: Readonly<Record<string, string>>,
  readyUrl: string,
  flags: readonly string[] = [],
): Promise<Running> {
  const { NODE_ENV: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, '..', file)], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stopping = false;
  const stop = (): Promise<void> => {
    stopping = true;
    return stopChild(child);
  };
  later(stop);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000);
    });
  child.once('exit', (code) => {
    if (!stopping) process.stderr.write(`${file} ended with code ${code}:\n${said}\n`);
  });
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null || tries > 600) throw new Error(`${file} did not start:\n${said}`);
    const answer = await fetch(readyUrl).catch(() => undefined);
    if (answer?.ok) break;
    await sleep(100);
  }
  return {
    pid: child.pid as number,
    stop,
  };
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  const hard = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(hard);
}

/** A driver in its own process, which answers one message per task. */
export interface Driver<Task, Answer> {
  readonly pid: number;
  run(task: Task): Promise<Answer>;
  stop(): Promise<void>;
}

export function startDriver<Task extends object, Answer>(file: string): Driver<Task, Answer> {
  const child = fork(join(import.meta.dirname, file), { stdio: 'inherit' });
  const stop = (): Promise<void> => stopChild(child);
  later(stop);
  return {
    pid: child.pid as number,
    run: (task) =>
      new Promise((done, failed) => {
        const ended = (code: number | null) => failed(new Error(`${file} ended with code ${code}`));
        child.once('exit', ended);
        child.once('message', (answer) => {
          child.off('exit', ended);
          done(answer as Answer);
        });
        child.send(task);
      }),
    stop,
  };
}
