import type { RefillRun } from '#domains/refill-runs/contract/endpoints.ts';
import { filled } from '#platform/i18n/web/filled.ts';
import { useRunWords } from './words.ts';

/** Somebody cancelled the run while its person was on the way: he is told, and what he did all the same can be sent. */
export function RunCancelled({ run }: { run: RefillRun }) {
  const { words } = useRunWords();
  if (run.state !== 'cancelled') return null;
  return (
    <p role="status" className="mobile-card">
      {run.reason === '' ? words.cancelledRun : filled(words.cancelledFor, { reason: run.reason })}
    </p>
  );
}
