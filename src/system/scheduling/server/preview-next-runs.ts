import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { isTimeZone } from '#platform/time/rules/time-zone.ts';
import type { NextRuns, NextRunsRequest } from '../contract/endpoints.ts';
import { type CronExpression, readCron } from '../rules/cron.ts';
import { isoWithOffset, nextRuns } from '../rules/next-runs.ts';

export async function previewNextRuns(context: RequestContext, request: NextRunsRequest): Promise<NextRuns> {
  const { timeZone, count } = request;
  if (!isTimeZone(timeZone)) raise('request.malformed', {}, { faults: [{ path: 'timeZone', code: 'fault.format' }] });
  const expression = checkedExpression(request.expression);
  const after = request.after === undefined ? context.now() : new Date(request.after);
  const runs = nextRuns(expression, timeZone, after, count);
  return { expression: expression.normalised, runs: runs.map((run) => isoWithOffset(run, timeZone)) };
}

/** Refuses what the scheduler cannot read, naming the part of the expression; `path` is its field in the request. */
export function checkedExpression(text: string, path = 'expression'): CronExpression {
  const reading = readCron(text);
  if (reading.valid) return reading.expression;
  switch (reading.because) {
    case 'field-invalid':
      return raiseAt(path, `cron.${reading.field}-invalid`, { field: reading.field, text: reading.text });
    case 'field-count':
      return raiseAt(path, 'cron.field-count', { count: reading.count });
    case 'day-or-week':
      return raiseAt(path, 'cron.day-or-week');
  }
}
