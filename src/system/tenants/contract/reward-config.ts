/** How often coupons are sent by themselves (domain 8). */
export const SEND_FREQUENCIES = ['yearly', 'monthly', 'daily', 'hourly'] as const;
export type SendFrequency = (typeof SEND_FREQUENCIES)[number];

/** Of one coupon, to one customer, in one run: of a rule, and of what a new rule begins with. */
export const MOST_COUPONS = 100;

const MONTH = '(0[1-9]|1[0-2])';
const DAY = '(0[1-9]|[12]\\d|3[01])';
const HOUR = '([01]\\d|2[0-3])';
const SIXTY = '[0-5]\\d';
const FORMS: Readonly<Record<SendFrequency, RegExp>> = {
  yearly: new RegExp(`^${MONTH}-${DAY} ${HOUR}:${SIXTY}:${SIXTY}$`),
  monthly: new RegExp(`^${DAY} ${HOUR}:${SIXTY}:${SIXTY}$`),
  daily: new RegExp(`^${HOUR}:${SIXTY}:${SIXTY}$`),
  hourly: new RegExp(`^${SIXTY}:${SIXTY}$`),
};

/** Whether a time on the tenant's clock has the form of its frequency: `MM-dd HH:mm:ss`, `dd HH:mm:ss`, `HH:mm:ss`, `mm:ss` (practice 6). */
export const isExecutionTime = (text: string, frequency: SendFrequency): boolean => FORMS[frequency].test(text);

/** The form of a time, said where it has another. */
export const EXECUTION_TIME_FAULTS = {
  yearly: 'tenant.execution-time.yearly',
  monthly: 'tenant.execution-time.monthly',
  daily: 'tenant.execution-time.daily',
  hourly: 'tenant.execution-time.hourly',
} as const satisfies Readonly<Record<SendFrequency, string>>;
