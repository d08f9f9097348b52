import { type ComponentType, createElement, type LazyExoticComponent, lazy } from 'react';

/** Code of the console that did not arrive: no network, or a deployment took it away. */
export class CodeMissing extends Error {
  override readonly name = 'CodeMissing';
}

/**
 * As `lazy`, but code that could not be fetched is fetched again at the next try; `lazy` alone would keep the failure for
 * as long as the page lives.
 */
export function lazyAgain<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let current: LazyExoticComponent<ComponentType<Props>>;
  const renew = (): void => {
    current = lazy(() =>
      load().catch((cause: unknown) => {
        renew();
        throw new CodeMissing('A part of the console could not be fetched', { cause });
      }),
    );
  };
  renew();
  return (props) => createElement(current as unknown as ComponentType<Props>, props);
}
