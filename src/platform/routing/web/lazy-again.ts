import { type ComponentType, createElement, type LazyExoticComponent, lazy } from 'react';

/** Code of the console that did not arrive: no network, or a deployment took it away. */
export class CodeMissing extends Error {
  override readonly name = 'CodeMissing';
  /** Called before the part is drawn again: the next drawing fetches anew. */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super('A part of the console could not be fetched', { cause });
    this.forget = forget;
  }
}

/** As `lazy`, which keeps a failure for as long as the page lives; here the code that catches it may try again. */
export function lazyAgain<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let current: LazyExoticComponent<ComponentType<Props>>;
  const renew = (): void => {
    current = lazy(() =>
      load().catch((cause: unknown) => {
        throw new CodeMissing(cause, renew);
      }),
    );
  };
  renew();
  return (props) => createElement(current as unknown as ComponentType<Props>, props);
}
