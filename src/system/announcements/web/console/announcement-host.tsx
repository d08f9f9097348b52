import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, Suspense, useEffect, useState } from 'react';

const LOOK_EVERY_MS = 2_000;

/** Its code comes when the first page is there; where it does not come the console goes on without it. */
export function AnnouncementHost() {
  const queries = useQueryClient();
  const [Host, setHost] = useState<ComponentType>();
  useEffect(() => {
    const timer = setInterval(() => {
      if (queries.isFetching() > 0) return;
      clearInterval(timer);
      void import('./announcement-banner.tsx').then(
        (module) => setHost(() => module.default),
        () => undefined,
      );
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [queries]);
  return (
    Host && (
      <Suspense>
        <Host />
      </Suspense>
    )
  );
}
