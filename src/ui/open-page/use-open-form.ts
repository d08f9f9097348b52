import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CallError } from '#platform/http/web/call-error.ts';
import { failureText } from '#platform/http/web/failure-text.ts';

export type Values<Name extends string> = Readonly<Record<Name, string>>;
export type Faults<Name extends string> = Partial<Record<Name, string>>;

interface OpenFormOptions<Name extends string> {
  names: readonly Name[];
  /** Faults in words of another language than the page's go. */
  language: string;
  /** What is wrong with which field, in words; nothing is sent while there is something. */
  check(values: Values<Name>): Faults<Name>;
  onSubmit(values: Values<Name>): Promise<void>;
  onFailure(text: string | undefined): void;
  /** Anything was typed. */
  onTyping?(): void;
}

/**
 * A form of the pages before the login. Its fields are uncontrolled, so that what password managers fill in counts whether or
 * not it raises events; the first wrong one gets the focus, and the server's faults stand at their fields too.
 */
export function useOpenForm<Name extends string>(options: OpenFormOptions<Name>) {
  const { names, language, check, onSubmit, onFailure, onTyping } = options;
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults<Name>>({});
  const [busy, setBusy] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the language matters
  useEffect(() => setFaults({}), [language]);

  function values(): Values<Name> {
    const data = new FormData(form.current ?? undefined);
    return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Values<Name>;
  }

  function show(found: Faults<Name>): boolean {
    setFaults(found);
    const first = names.find((name) => found[name] !== undefined);
    const field = first && form.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
    return first !== undefined;
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    onFailure(undefined);
    const typed = values();
    if (show(check(typed))) return;
    setBusy(true);
    try {
      await onSubmit(typed);
    } catch (error) {
      const told = error instanceof CallError ? (error.faults ?? []) : [];
      const own = Object.fromEntries(
        names.flatMap((name) => {
          const texts = told.filter(({ path }) => path === name).map(({ message }) => message);
          return texts.length > 0 ? [[name, texts.join(' · ')]] : [];
        }),
      ) as Faults<Name>;
      if (!show(own)) onFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  }

  return {
    faults,
    busy,
    values,
    /** Shows what is wrong with one field only, such as the one that a button needs. */
    show,
    form: { ref: form, method: 'post', noValidate: true, className: 'login-form', onSubmit: submit } as const,
    input: (name: Name) => ({
      name,
      onInput: () => {
        onTyping?.();
        setFaults(({ [name]: _gone, ...others }) => others as Faults<Name>);
      },
    }),
  };
}
