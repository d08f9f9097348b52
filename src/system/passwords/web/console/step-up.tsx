import { lazy, Suspense, useEffect, useState } from 'react';
import { onStepUp } from '#platform/http/web/step-up.ts';

const StepUpDialog = lazy(() => import('./step-up-dialog.tsx'));

/** Asks for the password wherever a call wants it again, and lets the call go on or end (security 4.9). */
export function StepUp() {
  const [waiting, setWaiting] = useState<((confirmed: boolean) => void) | undefined>();
  useEffect(() => onStepUp(() => new Promise((answer) => setWaiting(() => answer))), []);
  if (!waiting) return null;
  return (
    <Suspense>
      <StepUpDialog
        onDone={(confirmed) => {
          setWaiting(undefined);
          waiting(confirmed);
        }}
      />
    </Suspense>
  );
}
