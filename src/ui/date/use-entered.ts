import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 500;

export interface Entered {
  readonly text: string;
  enter(text: string): void;
  /** Enter was pressed, or something was chosen: nothing more is awaited. */
  finish(text?: string): void;
}

/**
 * What is being typed, given on when its writer pauses, is done, or leaves: each key would ask the server and fill the way back
 * otherwise. `value` is what holds outside.
 */
export function useEntered(value: string, apply: (text: string) => void): Entered {
  const [{ text, seen, applied }, setState] = useState({ text: value, seen: value, applied: value });
  if (seen !== value)
    setState({ text: value === applied ? text : value, seen: value, applied: value === applied ? applied : value });
  const latest = useRef(apply);
  const waiting = useRef<{ text: string; timer: ReturnType<typeof setTimeout> }>(undefined);
  useEffect(() => {
    latest.current = apply;
  });
  const give = (next: string): void => {
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    setState((now) => ({ ...now, applied: next }));
    latest.current(next);
  };
  useEffect(
    () => () => {
      clearTimeout(waiting.current?.timer);
      if (waiting.current) latest.current(waiting.current.text);
    },
    [],
  );
  const enter = (next: string): void => {
    clearTimeout(waiting.current?.timer);
    setState((now) => ({ ...now, text: next }));
    waiting.current = { text: next, timer: setTimeout(() => give(next), PAUSE_MS) };
  };
  return {
    text,
    enter,
    finish: (next = waiting.current?.text) => {
      if (next === undefined) return;
      setState((now) => ({ ...now, text: next }));
      give(next);
    },
  };
}
