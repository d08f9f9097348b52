import type { WeekStart } from '#platform/time/rules/week.ts';

export const firstDay = (weekStart: WeekStart): 'mon' | 'sun' => (weekStart === 'monday' ? 'mon' : 'sun');
