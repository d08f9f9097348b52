import type { WeekStart } from '../../time/presets.ts';

export const firstDay = (weekStart: WeekStart): 'mon' | 'sun' => (weekStart === 'monday' ? 'mon' : 'sun');
