import { type RefObject, useLayoutEffect, useState } from 'react';

/** A `fieldset` disables native controls by itself; segments are none. */
export function useDisabled(box: RefObject<HTMLElement | null>, isDisabled: boolean | undefined): boolean {
  const [isInDisabled, setInDisabled] = useState(false);
  // whatever drew it anew may have changed the form around it
  useLayoutEffect(() => {
    setInDisabled(box.current?.matches('fieldset:disabled *') ?? false);
  });
  return isDisabled || isInDisabled;
}
