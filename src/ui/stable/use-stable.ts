import { useRef } from 'react';

type Step = (...given: never[]) => unknown;

/**
 * The same object for as long as its values are the same. Its functions are the same for good and call the newest, so what is
 * memoised on it is not drawn again because a page around it was. For functions that are called by events, or whose answer
 * depends on what they are given alone.
 */
export function useStable<T extends object>(newest: T): T {
  const latest = useRef(newest);
  latest.current = newest;
  const steps = useRef(new Map<string, Step>());
  const stepOf = (name: string): Step => {
    const known = steps.current.get(name);
    if (known) return known;
    const step: Step = (...given) => (latest.current as Record<string, Step>)[name]?.(...given);
    steps.current.set(name, step);
    return step;
  };
  const kept = useRef<T>(undefined);
  const next = Object.fromEntries(
    Object.entries(newest).map(([name, value]) => [name, typeof value === 'function' ? stepOf(name) : value]),
  ) as T;
  if (!kept.current || !isSame(kept.current, next)) kept.current = next;
  return kept.current;
}

function isSame<T extends object>(a: T, b: T): boolean {
  const names = Object.keys(a) as (keyof T)[];
  return names.length === Object.keys(b).length && names.every((name) => Object.is(a[name], b[name]));
}
