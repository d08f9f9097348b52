import type { Services } from '#platform/context/server/services.ts';

/** Does one piece of work as if that many seconds had passed; then it is now again. */
export async function later<T>(
  { services }: { readonly services: Services },
  seconds: number,
  work: () => Promise<T>,
): Promise<T> {
  const { clock } = services;
  const begun = clock.now();
  clock.set(new Date(begun.getTime() + seconds * 1_000));
  try {
    return await work();
  } finally {
    clock.set(begun);
  }
}
