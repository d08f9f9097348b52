import { create } from 'zustand';

export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'info' | 'warning' | 'error';
  readonly title: string;
  readonly description?: string | undefined;
  readonly requestId?: string | undefined;
  /** A server-side reverse of the change that is already saved (ux-guide 8). */
  readonly undo?: (() => unknown) | undefined;
  readonly action?: { label: string; run: () => void } | undefined;
  readonly lifeMs: number;
}

/** Platform.md 9: notifications stay 4 s; an offered undo 10 s. */
const LIFE_MS = 4_000;
const UNDO_LIFE_MS = 10_000;
const AT_MOST = 4;

/** What the notice centre keeps when the message is gone: errors, and changes that can be undone (ux-guide 8). */
const KEPT_AT_MOST = 20;

export const useToasts = create<{ toasts: readonly Toast[]; kept: readonly Toast[] }>(() => ({ toasts: [], kept: [] }));
let lastId = 0;

function show(toast: Omit<Toast, 'id' | 'lifeMs'>): number {
  lastId += 1;
  const full: Toast = { ...toast, id: lastId, lifeMs: toast.undo ? UNDO_LIFE_MS : LIFE_MS };
  const others = (list: readonly Toast[]): Toast[] =>
    list.filter((one) => one.title !== toast.title || one.description !== toast.description);
  useToasts.setState(({ toasts, kept }) => ({
    toasts: [...others(toasts), full].slice(-AT_MOST),
    // the same failure again is one failure; two changes with the same words are two to take back
    kept: (toast.undo ? [...kept, full] : toast.kind === 'error' ? [...others(kept), full] : kept).slice(-KEPT_AT_MOST),
  }));
  return lastId;
}

/** Done, undone, or no longer wanted. */
export function clearKept(id: number): void {
  useToasts.setState(({ kept }) => ({ kept: kept.filter((one) => one.id !== id) }));
}

export interface ToastOptions {
  undo?: () => unknown;
  action?: { label: string; run: () => void };
}

export const toast = {
  success: (title: string, options: ToastOptions = {}): number => show({ kind: 'success', title, ...options }),
  info: (title: string, options: ToastOptions = {}): number => show({ kind: 'info', title, ...options }),
  warning: (title: string, options: ToastOptions = {}): number => show({ kind: 'warning', title, ...options }),
  /** An error notification: what happened, whether anything changed, what to do next. */
  error: (error: Pick<Toast, 'title' | 'description' | 'requestId' | 'action'>): number =>
    show({ kind: 'error', ...error }),
  close: (id: number): void => useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) })),
};
