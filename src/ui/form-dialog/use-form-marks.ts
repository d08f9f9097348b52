import { useCallback, useEffect, useRef, useState } from 'react';
import { arrangedPath, isWithin, type RowSource } from './field-path.ts';
import type { FieldFaults } from './form-state.ts';

export type FormMarks = ReturnType<typeof useFormMarks>;

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
  const afterPress = useAfterPress();
  const touch = useCallback(
    (name: string) =>
      afterPress(() => {
        if ([...written.current].some((path) => isWithin(path, name)))
          setTouched((now) => (now.has(name) ? now : new Set(now).add(name)));
      }),
    [afterPress],
  );
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

/**
 * A press on a button leaves the field before. Its fault would move the button away from the pointer, and the press would do
 * nothing: what is to be shown waits until the pointer is up.
 */
function useAfterPress(): (step: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const done = new AbortController();
    const options = { capture: true, signal: done.signal };
    const released = () => {
      isPressed.current = false;
      // the click comes with the release, and the steps after it
      setTimeout(() => {
        for (const step of waiting.current.splice(0)) step();
      });
    };
    document.addEventListener('pointerdown', () => (isPressed.current = true), options);
    for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, released, options);
    return () => done.abort();
  }, []);
  return useCallback((step) => (isPressed.current ? void waiting.current.push(step) : step()), []);
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
