import { useCallback, useRef, useState } from 'react';
import { fieldAt } from './field-path.ts';
import type { FieldCheck, FieldDescription } from './form-context.ts';
import type { FieldFaults } from './form-state.ts';

export type FieldsByName = ReadonlyMap<string, FieldDescription>;

/** The fields that stand in a form: how they are shown, their own rules, and which of them no draft may hold. */
export function useFormFields() {
  const [fields, setFields] = useState<FieldsByName>(new Map());
  // Read at a submit, which may come before the state of the last field has.
  const known = useRef(new Map<string, FieldDescription>());
  const checks = useRef(new Map<string, FieldCheck>());
  const withheld = useRef(new Set<string>());
  const addCheck = useCallback((name: string, rule: FieldCheck) => {
    checks.current.set(name, rule);
    return () => void checks.current.delete(name);
  }, []);
  const withhold = useCallback((name: string) => {
    withheld.current.add(name);
    return () => void withheld.current.delete(name);
  }, []);
  const describe = useCallback((name: string, field: FieldDescription) => {
    known.current.set(name, field);
    setFields(new Map(known.current));
    return () => {
      known.current.delete(name);
      setFields(new Map(known.current));
    };
  }, []);
  return { fields, known, checks, withheld, addCheck, withhold, describe };
}

/** The fields that show these faults, in the order of the form: a row that was added later stands where it is seen. */
export function fieldsWith(faults: FieldFaults, fields: FieldsByName) {
  const names = new Set(Object.keys(faults).map((path) => fieldAt(path, fields)));
  return [...fields]
    .filter(([name]) => names.has(name))
    .map(([name, field]) => ({ name, ...field }))
    .sort((a, b) => placeInDocument(a.id, b.id));
}

function placeInDocument(id: string, otherId: string): number {
  const [one, other] = [document.getElementById(id), document.getElementById(otherId)];
  if (!one || !other) return 0;
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
