import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

type PageModule = Record<string, ComponentType>;

/** A page whose code is fetched when it is first shown, or ahead of time through `preload`. */
export interface LazyPage {
  readonly Component: LazyExoticComponent<ComponentType>;
  preload(): Promise<unknown>;
}

/** What a slice adds to the console. Keys of `pages` are what the server menu sends as `component`. */
export interface WebSlice {
  readonly name: string;
  readonly pages: Readonly<Record<string, LazyPage>>;
}

/** The page is the module's default export, or its only export whose name ends in `Page`. */
export function lazyPage(load: () => Promise<unknown>): LazyPage {
  const find = async (): Promise<{ default: ComponentType }> => {
    const module = (await load()) as PageModule;
    const name = 'default' in module ? 'default' : Object.keys(module).find((key) => key.endsWith('Page'));
    const page = name === undefined ? undefined : module[name];
    if (page === undefined) throw new Error('A page module exports its page');
    return { default: page };
  };
  return { Component: lazy(find), preload: load };
}
