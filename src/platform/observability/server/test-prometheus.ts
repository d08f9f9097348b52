import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/**
 * Whether Prometheus and its promtool are installed. Without them their tests are left out with a word, except where
 * `REQUIRE_PROMETHEUS=1` promises them (`.ci/run`).
 */
export function havePrometheus(): boolean {
  const missing = ['promtool', 'prometheus'].filter((program) => spawnSync(program, ['--version']).error !== undefined);
  if (missing.length === 0) return true;
  if (process.env['REQUIRE_PROMETHEUS'] === '1') throw new Error(`Prometheus is required here, without ${missing}`);
  process.stderr.write(`${missing.join(' and ')} not installed, so the tests of metrics are left out\n`);
  return false;
}

/** What promtool says, and with which exit code; `input` is what it reads. */
export async function promtool(args: readonly string[], input = ''): Promise<{ code: number; output: string }> {
  const running = promisify(execFile)('promtool', [...args]);
  running.child.stdin?.end(input);
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code?: number; stdout: string; stderr: string }) => ({
      code: error.code ?? 1,
      output: error.stdout + error.stderr,
    }),
  );
}

export interface TestPrometheus {
  /** The answer of `/api/v1/query`: label sets with their values. */
  query(expression: string): Promise<{ metric: Record<string, string>; value: [number, string] }[]>;
  ask(path: string): Promise<unknown>;
  stop(): Promise<void>;
}

/** A real Prometheus that reads the metrics of one server every second, under the job `console`, with these rules. */
export async function startPrometheus(target: string, rules: string): Promise<TestPrometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
  const config = join(folder, 'prometheus.yml');
  writeFileSync(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [rules],
      scrape_configs: [{ job_name: 'console', static_configs: [{ targets: [target] }] }],
    }),
  );
  const base = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus',
    [`--config.file=${config}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=${new URL(base).host}`],
    { stdio: 'ignore' },
  );
  const ask = async (path: string): Promise<unknown> => {
    const answer = (await (await fetch(base + path)).json()) as { status: string; data: unknown; error?: string };
    if (answer.status !== 'success') throw new Error(`${path}: ${answer.error}`);
    return answer.data;
  };
  for (
    let attempt = 0;
    !(await fetch(`${base}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ));
    attempt += 1
  ) {
    if (attempt === 300 || child.exitCode !== null) throw new Error('Prometheus does not start');
    await sleep(100);
  }
  return {
    ask,
    query: async (expression) => {
      const data = await ask(`/api/v1/query?query=${encodeURIComponent(expression)}`);
      return (data as { result: Awaited<ReturnType<TestPrometheus['query']>> }).result;
    },
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
