import { CallError } from '#platform/http/web/call-error.ts';
import type { Currency } from '#platform/money/contract/currency.ts';

/** Everything that is shown in the kit is fixed: the same words, amounts and times on each day. */
export const AT = {
  paid: '2026-12-02T09:12:40.000Z',
  ready: '2026-12-02T09:16:05.000Z',
  yesterday: '2026-12-01T16:40:00.000Z',
  autumn: '2026-10-25T00:30:00.000Z',
} as const;

export const PEOPLE = ['Ingrid Aasen', '王小明', 'Ola', 'Zoë van der Berg', '李娜', 'manager'] as const;
export const ORDER_NO = '20261202100000002793';
const REQUEST_ID = '5f0c1f62-6c0f-4f2a-9c55-8a9f2f2d7a10';

export interface Cup {
  readonly orderNo: string;
  readonly drink: number;
  readonly state: number;
  readonly spot: string;
  readonly paidMinor: number;
  readonly currency: Currency;
  readonly at: string;
}

const cup = (at: number, drink: number, state: number, spot: string, paidMinor: number): Cup => ({
  orderNo: `${ORDER_NO.slice(0, -1)}${at}`,
  drink,
  state,
  spot,
  paidMinor,
  currency: 'NOK',
  at: `2026-12-02T09:${String(50 - at * 7).padStart(2, '0')}:00.000Z`,
});

export const CUPS: readonly Cup[] = [
  cup(1, 1, 2, 'Oslo Central', 5_700),
  cup(2, 2, 3, '上海虹桥火车站二层东侧候车厅', 3_900),
  cup(3, 3, 5, 'Bergen Bryggen, by the ferry that leaves at noon', 123_400),
  cup(4, 1, 4, 'Oslo Central', 0),
];

export const failure = (status: number, message: string, permission?: string): CallError =>
  new CallError({ kind: 'status', status, code: String(status), message, requestId: REQUEST_ID, permission });

/** Cups of each hour; nothing is known of the hours to come. */
export const HOURS = [0, 0, 1, 4, 18, 42, 37, 28, 31, 45, 22, null, null, null] as const;
export const HOURS_BEFORE = [0, 1, 2, 3, 14, 36, 40, 30, 26, 39, 27, 20, 12, 6] as const;
export const FIRST_HOUR = 5;

export const RICH =
  '<h2>Opening hours 营业时间</h2><p>From <strong>1 May</strong> open until <em>21:00</em>, see <a href="https://example.com/hours">all hours</a>.</p><ul><li><p>Mondays closed 周一休息</p></li></ul>';
