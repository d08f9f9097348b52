import { randomInt } from 'node:crypto';
import type { TenantDb } from '#platform/database/server/database.ts';
import { Problem, raise } from '#platform/problems/server/raise.ts';
import { nextCode } from '#platform/records/rules/tree-code.ts';
import { compactLocalDay } from '#platform/time/rules/local-day.ts';
import { lastCodeBelow } from '#system/departments/server/index.ts';
import { lastPositionNumber } from '#system/positions/server/index.ts';
import type { FormData } from '../contract/endpoints.ts';
import { type Alphabet, type DatePart, type FillHandlerName, isFillHandler, paramsOf } from '../contract/handlers.ts';
import { periodOf, randomText, serialNumber } from '../rules/fill-values.ts';

/** What a handler works with. */
export interface Fill {
  readonly db: TenantDb;
  readonly now: Date;
  readonly timeZone: string;
  readonly form: FormData;
  /** The next number of the period, at least `startAt`; each call answers another one. */
  next(period: string, startAt: number): Promise<number>;
}

type Params = Readonly<Record<string, unknown>>;
/** Answers `count` values in a row. */
type Handler = (fill: Fill, params: Params, count: number) => Promise<string[]>;

/** One after another, for each of them takes a number. */
async function times(count: number, one: () => Promise<string>): Promise<string[]> {
  const values: string[] = [];
  while (values.length < count) values.push(await one());
  return values;
}

const HANDLERS: Readonly<Record<FillHandlerName, Handler>> = {
  serial_number: async ({ now, timeZone, next }, params, count) => {
    const parts = params as { prefix: string; separator: string; digits: number; datePart: DatePart; startAt: number };
    const period = periodOf(compactLocalDay(now, timeZone), parts.datePart);
    return times(count, async () => serialNumber(parts, period, await next(period, parts.startAt)));
  },

  // the department takes the code when it is added: nothing is used up here
  org_code: async ({ db, form }, { parentCode }, count) => {
    const parent = form['parentId'] ? { id: String(form['parentId']) } : { code: String(parentCode) };
    const found = (await lastCodeBelow(db, parent)) ?? raise('fill-rule.department-unknown');
    const codes: string[] = [];
    for (let last = found.last; codes.length < count; last = codes.at(-1)) {
      const next = nextCode(found.code, last);
      if (!('code' in next)) break;
      codes.push(next.code);
    }
    return codes.length > 0 ? codes : raise('fill-rule.no-free-code');
  },

  position_code: async ({ db, next }, params, count) => {
    const { prefix, digits } = params as { prefix: string; digits: number };
    const parts = { prefix, separator: '', digits };
    const startAt = (await lastPositionNumber(db, prefix)) + 1;
    return times(count, async () => serialNumber(parts, '', await next('', startAt)));
  },

  random_code: async (_fill, params, count) => {
    const { prefix, length, alphabet } = params as { prefix: string; length: number; alphabet: Alphabet };
    return times(count, async () => prefix + randomText(length, alphabet, (below) => randomInt(below)));
  },
};

/** The parameters as the handler reads them; what does not fit names its field. */
export function readParams(handler: string, written: unknown): Params {
  if (!isFillHandler(handler))
    throw new Problem(
      'fill-rule.handler-unknown',
      { handler },
      { faults: [{ path: 'ruleClass', code: 'fill-rule.handler-unknown' }] },
    );
  const read = paramsOf(handler).safeParse(written);
  if (read.success) return read.data;
  const paths = new Set(read.error.issues.map(({ path }) => ['ruleParams', ...path].join('.')));
  throw new Problem(
    'fill-rule.params',
    {},
    { faults: [...paths].map((path) => ({ path, code: path === 'ruleParams' ? 'fill-rule.params' : 'fault.format' })) },
  );
}

/** JSON of parameters; an empty text has none. */
export function paramsIn(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function fill(handler: string, written: unknown, work: Fill, count: number): Promise<string[]> {
  const params = readParams(handler, written);
  return HANDLERS[handler as FillHandlerName](work, params, count);
}
