import { type ComponentType, Suspense, useEffect, useState } from 'react';

/** Its code comes behind that of the first page; where it does not come the console goes on without it. */
export function AnnouncementHost() {
  const [Host, setHost] = useState<ComponentType>();
  useEffect(() => {
    void import('./announcement-banner.tsx').then(
      (module) => setHost(() => module.default),
      () => undefined,
    );
  }, []);
  return (
    Host && (
      <Suspense>
        <Host />
      </Suspense>
    )
  );
}
