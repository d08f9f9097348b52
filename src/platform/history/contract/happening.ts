/**
 * Something that touched a record, as the slice that knows of it offers it to a film of the whole: when, what in a code that
 * texts name, who and why, and the raw content for those who may see it.
 */
export interface Happening {
  readonly at: Date;
  readonly what: string;
  /** What the words need: names, numbers, amounts with `currency`. */
  readonly facts?: Readonly<Record<string, string | number | null>>;
  readonly by?: { readonly kind: string; readonly name: string };
  readonly why?: string | null;
  readonly tone?: 'neutral' | 'success' | 'warning' | 'danger';
  readonly raw?: unknown;
}
