// All that needs React Aria: one chunk, fetched when the first date field is drawn (decision 38).
import './plain-press.ts';

export { DateBox } from './date-box.tsx';
export { RangeBox } from './range-box.tsx';
export { RangePanel } from './range-panel.tsx';
