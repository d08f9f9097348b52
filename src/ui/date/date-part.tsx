import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { i18n } from '#platform/i18n/web/i18n.ts';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { OpenedPart } from '../opened-part/opened-part.tsx';
import './date.css';

type Area = typeof import('./area/index.ts');
const loadArea = () => Promise.all([import('./area/index.ts'), i18n.loadNamespaces('date')]).then(([area]) => area);

/** Before a press that will want it; where it does not come, the press says so. */
export function fetchDateParts(): void {
  loadArea().catch(() => undefined);
}

/** A part out of the chunk of React Aria, which comes when the first date field is drawn, with its texts (decision 38). */
export function datePart<Props extends object>(choose: (area: Area) => ComponentType<Props>): ComponentType<Props> {
  return lazyAgain(() => loadArea().then((area) => ({ default: choose(area) })));
}

export interface DatePartProps {
  /** In the room of the part while its code comes, and when it failed: then with what asks once more. */
  waiting: (onRetry: (() => void) | undefined) => ReactNode;
  children: ReactNode;
}

/** Where the code of a date field does not come, the page says so and goes on without it. */
export function DatePart({ waiting, children }: DatePartProps) {
  const [isMissing, setMissing] = useState(false);
  return (
    <OpenedPart onClose={() => setMissing(true)}>
      {isMissing ? waiting(() => setMissing(false)) : <Suspense fallback={waiting(undefined)}>{children}</Suspense>}
    </OpenedPart>
  );
}
