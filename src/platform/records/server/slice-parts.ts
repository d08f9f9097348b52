import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import type { RecordKind } from '../contract/define-records.ts';

export interface TableOption {
  readonly value: string;
  readonly text: string;
}

/**
 * A table that may be read as a dictionary. The slice that owns the table declares it; the name that the client sends is
 * looked up among the declared ones and never reaches a statement (security 2.8).
 */
export interface TableDictionary {
  /** `table,text,code` as the older contract writes it. */
  readonly name: string;
  /** Who may read it; `null`: every member of the tenant. */
  readonly permission: string | null;
  /** Options whose text contains the keyword, at most `limit`, in the order of their texts. */
  search(context: RequestContext, question: { keyword: string; limit: number }): Promise<TableOption[]>;
  /** Options of these values, in any order; a value that the caller may not see is left out. */
  find(context: RequestContext, values: readonly string[]): Promise<TableOption[]>;
}

/** Answers the table dictionary of a name, where it is one of this source's. */
export type DictionarySource = (name: string) => TableDictionary | undefined;

export interface UniqueQuestion {
  readonly value: string;
  /** The record whose own value it may be. */
  readonly exceptId: string | undefined;
}

/**
 * A field whose values are checked for being taken while a form is filled in. The slice that owns the table declares it;
 * the names that a client sends are looked up among the declared ones and never reach a statement (security 2.7).
 */
export interface UniqueField {
  /** As the older contract names them: `sys_role`, `role_code`. */
  readonly table: string;
  readonly field: string;
  /** Holders of one of these write the field, so they may ask. */
  readonly permissions: readonly string[];
  /** Looks inside the selected tenant only: another tenant's value is free. */
  isTaken(context: RequestContext, question: UniqueQuestion): Promise<boolean>;
}

/** What a slice knows of tenants as such, and what it does when one begins, sleeps or goes. */
export interface TenantParts {
  /** How many of something each of these tenants has; of what happens again and again, since that moment. */
  readonly figures?: Readonly<
    Record<string, (db: PlatformDb, tenantIds: readonly number[], since: Date) => Promise<ReadonlyMap<number, number>>>
  >;
  /** Gives a tenant what it begins with, as far as it has none, and says how many of what; names are in the reader's language. */
  readonly begin?: (tx: Transaction, language: Language) => Promise<Readonly<Record<string, number>>>;
  /** Takes that away again as far as nobody uses it, so that a tenant that was added by mistake can go. */
  readonly end?: (db: PlatformDb, tenantId: number) => Promise<void>;
  /** In the transaction in which a tenant is frozen or works again: what must notice at once. */
  readonly turned?: (db: PlatformDb, tenantId: number) => Promise<void>;
}

/** An entry of the menu as its slice declares it: a group of the first level, or a page. */
export type SliceMenuEntry = SliceMenuGroup | SliceMenuPage;

/** Shown to those who may see a page in it. */
export interface SliceMenuGroup {
  readonly group: string;
  readonly title: { readonly namespace: string; readonly key: string };
  readonly path: string;
  /** Its first page. */
  readonly redirect: string;
  readonly icon: string;
  readonly sort: number;
}

/** The list of a kind of record, or a page with a title of its own. */
export interface SliceMenuPage {
  /** The key under which a web slice offers the page; the catalogue knows the entry by it. */
  readonly page: string;
  /** The entry that it stands under. */
  readonly under: string;
  readonly path: string;
  /** Named as its records are, and seen by those who may see them. */
  readonly kind?: Pick<RecordKind, 'name' | 'namespace' | 'permission' | 'sharesRights'>;
  readonly title?: { readonly namespace: string; readonly key: string };
  readonly needs?: string;
  readonly icon?: string;
  readonly sort: number;
  readonly hidden?: boolean;
}
