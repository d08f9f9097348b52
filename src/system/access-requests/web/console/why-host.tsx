import { Suspense } from 'react';
import { lazyAgain } from '#platform/routing/web/lazy-again.ts';
import { useWhy } from '#platform/viewer/web/ask-why.ts';

const WhyDialog = lazyAgain(() => import('./why-dialog.tsx'));

/** Answers "Why can't I?" wherever it was asked. */
export function WhyHost() {
  const question = useWhy((why) => why.question);
  if (question === undefined) return null;
  return (
    <Suspense>
      <WhyDialog question={question} onClose={() => useWhy.setState({ question: undefined })} />
    </Suspense>
  );
}
