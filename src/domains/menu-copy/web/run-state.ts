import { statusTags } from '#ui/status/status.tsx';
import type { CopyRun } from '../contract/copy-run.ts';

export const runStateTags = statusTags('menu-copy:state', {
  running: 'busy',
  done: 'success',
  failed: 'warning',
  stopped: 'danger',
});
export const stepStateTags = statusTags('menu-copy:step', { waiting: 'neutral', done: 'success', failed: 'danger' });

/** One that is done may have steps that did not work. */
export const runState = ({ state, stepsFailed }: Pick<CopyRun, 'state' | 'stepsFailed'>): string =>
  state === 'done' && stepsFailed > 0 ? 'failed' : state;
