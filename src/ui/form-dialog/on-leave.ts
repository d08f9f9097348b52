import type { FocusEvent } from 'react';

/** For `onBlur` of a group: called when the focus leaves the whole of it, not when it goes from one part to the next. */
export function onLeave(left: () => void) {
  return ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) left();
  };
}
