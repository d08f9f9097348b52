import type { ComponentType } from 'react';
import { lazyAgain } from './lazy-again.ts';
import type { RecordPart } from './record-parts.ts';

type PageModule = Record<string, ComponentType>;

/** A page whose code is fetched when it is first shown, or ahead of time through `preload`. */
export interface LazyPage {
  readonly Component: ComponentType;
  preload(): Promise<unknown>;
}

/** A record that the command palette found. */
export interface FoundRecord {
  readonly title: string;
  readonly hint?: string;
  /** Its page. */
  readonly to: string;
}

/** Finds records of one kind for the command palette; asked only for those who hold the permission. */
export interface RecordSearcher {
  /** What it finds: names its group in the palette, unless it has a title. */
  readonly kind: string;
  readonly title?: string;
  readonly permission: string | null;
  /** Name of an icon of the kit. */
  readonly icon: string;
  /** The address of the list with all that is found by these words. */
  readonly all?: (text: string) => string;
  find(text: string, signal: AbortSignal): Promise<FoundRecord[]>;
}

/** What a slice adds to the console. Keys of `pages` are what the server menu sends as `component`. */
export interface WebSlice {
  readonly name: string;
  readonly pages: Readonly<Record<string, LazyPage>>;
  /** Addresses of its lists, by the names under which their views are saved. */
  readonly lists?: Readonly<Record<string, string>>;
  /** What it adds to pages of other slices' records. */
  readonly parts?: readonly RecordPart[];
  /** The panel behind the header's help button; one slice has it, and without it there is no button. */
  readonly helpPanel?: () => Promise<{ default: ComponentType<{ onClose: () => void }> }>;
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
  return { Component: lazyAgain(find), preload: load };
}
