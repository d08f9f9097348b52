import type { HttpAnswer } from './http-driver.ts';
import type { Question, Target } from './questions.ts';

export interface Round {
  readonly answer: HttpAnswer;
  readonly serverMs: number;
  readonly databaseMs: number;
}

export type Rounds = Record<Target, Round[]>;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] as number) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

const HEADS = [
  'question',
  'target',
  'requests/s',
  'ms',
  'p99 ms',
  'CPU server ms',
  'CPU database ms',
  'ours : floor',
  'aim',
];

/** Time is that of one request at 16 connections: elapsed time over requests, median of the rounds. */
export function orderTable(results: readonly (readonly [Question, Rounds])[]): string[][] {
  return results.flatMap(([question, rounds]) => {
    const figures = (target: Target) => {
      const of = (value: (round: Round) => number): number => median(rounds[target].map(value));
      return {
        time: of(({ answer }) => answer.elapsedMs / answer.requests),
        cells: [
          of(({ answer }) => (answer.requests / answer.elapsedMs) * 1_000).toFixed(0),
          of(({ answer }) => answer.p50Ms).toFixed(1),
          of(({ answer }) => answer.p99Ms).toFixed(1),
          of(({ answer, serverMs }) => serverMs / answer.requests).toFixed(2),
          of(({ answer, databaseMs }) => databaseMs / answer.requests).toFixed(2),
        ],
      };
    };
    const ours = figures('ours');
    const floor = figures('floor');
    const ratio = ours.time / floor.time;
    return [
      [
        question.name,
        'ours',
        ...ours.cells,
        compared(ratio),
        `${aimWords(question.aim)}${question.aim !== null && ratio <= question.aim ? ' ✓' : ''}`,
      ],
      ['', 'floor', ...floor.cells, '', ''],
    ];
  });
}

function compared(ratio: number): string {
  return ratio <= 1 ? `${(1 / ratio).toFixed(1)} × faster` : `${ratio.toFixed(2)} × the time`;
}

function aimWords(aim: number | null): string {
  if (aim === null) return 'for information';
  if (aim === 1) return 'no slower';
  return aim < 1 ? `at least ${Math.round(1 / aim)} × faster` : `at most ${aim} × the time`;
}

export function printTable(rows: readonly (readonly string[])[], heads: readonly string[] = HEADS): string {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' | ')} |`;
  return [line(heads), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}
