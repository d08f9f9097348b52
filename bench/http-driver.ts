// Asks one target one question through 16 keep-alive connections, as fast as it answers, for a while.
import { Pool } from 'undici';
import { questionsFor, type Target } from './questions.ts';
import { CONNECTIONS, type World } from './world.ts';

export interface HttpTask {
  readonly world: World;
  readonly question: string;
  readonly deepPage: number;
  readonly target: Target;
  readonly forMs: number;
}

export interface HttpAnswer {
  readonly requests: number;
  readonly elapsedMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
  readonly firstFailure?: string;
}

process.on('message', (task: HttpTask) => {
  drive(task).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});

async function drive({ world, question, deepPage, target, forMs }: HttpTask): Promise<HttpAnswer> {
  const asked = questionsFor(deepPage).find(({ name }) => name === question);
  if (!asked) throw new Error(`no question ${question}`);
  const origin = target === 'ours' ? world.productUrl : world.floorUrl;
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  const times: number[] = [];
  let failures = 0;
  let firstFailure: string | undefined;
  const started = performance.now();
  const until = started + forMs;
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      const { path, method, headers, body } = asked.ask(world, target);
      const before = performance.now();
      const answer = await pool.request({ path, method, headers, ...(body === undefined ? {} : { body }) });
      const text = await answer.body.text();
      times.push(performance.now() - before);
      if (answer.statusCode === 200 && (target === 'floor' || text.startsWith('{"success":true'))) continue;
      failures += 1;
      firstFailure ??= `${answer.statusCode} ${text.slice(0, 300)}`;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const elapsedMs = performance.now() - started;
  await pool.close();
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    requests: times.length,
    elapsedMs,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    failures,
    ...(firstFailure === undefined ? {} : { firstFailure }),
  };
}
