import { useCallback, useRef, useState } from 'react';
import { arrangedPath, isWithin, type RowSource } from './field-path.ts';
import type { FieldFaults } from './form-state.ts';

/** What is known of a form's fields beside their values: which were written in and left, and what the server refused. */
export function useFormMarks() {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<FieldFaults>({});
  /** Written in since the form began: passing an empty field by is no mistake yet. */
  const written = useRef<ReadonlySet<string>>(new Set());

  const write = useCallback((name: string) => {
    written.current = new Set(written.current).add(name);
    // what was wrong with a list as a whole may be right now that one of its rows is another
    setRefused((now) => keptFaults(now, (path) => (isWithin(path, name) || isWithin(name, path) ? undefined : path)));
  }, []);
  const touch = useCallback((name: string) => {
    if ([...written.current].some((path) => isWithin(path, name)))
      setTouched((now) => (now.has(name) ? now : new Set(now).add(name)));
  }, []);
  /** The rows of a list go elsewhere, and what is known of them with them. */
  const follow = useCallback((list: string, rows: readonly RowSource[]) => {
    const moved = (names: ReadonlySet<string>): Set<string> =>
      new Set([...names].flatMap((name) => arrangedPath(name, list, rows) ?? []));
    written.current = moved(written.current).add(list);
    setTouched(moved);
    setRefused((now) => keptFaults(now, (path) => (isWithin(list, path) ? undefined : arrangedPath(path, list, rows))));
  }, []);
  const clear = useCallback(() => {
    written.current = new Set();
    setTouched(new Set());
    setRefused({});
  }, []);
  return { touched, refused, refuse: setRefused, write, touch, follow, clear };
}

/** The faults at their new paths, without those that have none any more. */
function keptFaults(faults: FieldFaults, pathOf: (path: string) => string | undefined): FieldFaults {
  return Object.fromEntries(
    Object.entries(faults).flatMap(([path, fault]) => {
      const next = pathOf(path);
      return next === undefined ? [] : [[next, fault] as const];
    }),
  );
}
