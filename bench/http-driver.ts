// Asks one target through keep-alive connections, as fast as it answers, for a while: one question, or several in turn, of one server
// or of several in turn.

import { Pool } from 'undici';
import { answerTasks } from './answer-tasks.ts';
import { questionsFor, type Target } from './questions.ts';
import { CONNECTIONS, type World } from './world.ts';

export interface HttpTask {
  readonly world: World;
  readonly questions: readonly string[];
  readonly deepPage: number;
  readonly target: Target;
  readonly forMs: number;
  readonly connections?: number;
  /** Servers of one installation; without them the one of the world. */
  readonly servers?: readonly string[];
}

export interface HttpAnswer {
  readonly requests: number;
  readonly elapsedMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
  readonly firstFailure?: string;
}

answerTasks(drive);

async function drive({ world, questions, deepPage, target, forMs, ...more }: HttpTask): Promise<HttpAnswer> {
  const { connections = CONNECTIONS, servers } = more;
  const all = questionsFor(deepPage);
  const asked = questions.map((question) => {
    const found = all.find(({ name }) => name === question);
    if (!found) throw new Error(`no question ${question}`);
    return found;
  });
  const origins = servers ?? [target === 'ours' ? world.productUrl : world.floorUrl];
  const pools = origins.map((origin) => new Pool(origin, { connections, pipelining: 1 }));
  let turn = 0;
  const times: number[] = [];
  let failures = 0;
  let firstFailure: string | undefined;
  const started = performance.now();
  const until = started + forMs;
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      const { path, method, headers, body } = inTurn(asked, turn).ask(world, target);
      // each server gets each question
      const pool = inTurn(pools, Math.floor(turn / asked.length));
      turn += 1;
      const before = performance.now();
      const answer = await pool.request({ path, method, headers, ...(body === undefined ? {} : { body }) });
      const text = await answer.body.text();
      times.push(performance.now() - before);
      if (answer.statusCode === 200 && (target === 'floor' || text.startsWith('{"success":true'))) continue;
      failures += 1;
      firstFailure ??= `${answer.statusCode} ${text.slice(0, 300)}`;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const elapsedMs = performance.now() - started;
  for (const pool of pools) await pool.close();
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

const inTurn = <T>(values: readonly T[], turn: number): T => values[turn % values.length] as T;
