import * as z from 'zod';
import type { ExportJob } from '#platform/exports/contract/export-job.ts';
import type { HistoryPage, HistoryRequest } from '#platform/history/contract/history.ts';
import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import type { AnsweredFile } from '#platform/http/contract/fields.ts';
import type {
  CheckImportRequest,
  ImportJob,
  ImportLimits,
  ImportOutcome,
} from '#platform/imports/contract/import-job.ts';
import type { SuperFields } from '#platform/super-query/contract/super-query.ts';
import type { RecordCalls, RecordVerb } from './calls.ts';
import type { RecordField, RecordFields, RecordTarget, ReferenceField, ReferencesField, RowOf } from './fields.ts';
import {
  endpointsOf,
  filtersOf,
  IMPORT_LIMITS,
  type ManyRecordsRequest,
  type OneRecordRequest,
  type RecordAction,
  type RecordOption,
  type RecordOptionsRequest,
  type RecordPage,
  type RecordQuery,
  type RecordResults,
  type RemovedRecord,
  rowSchema,
  selected,
  type TurnRecordsRequest,
} from './record-endpoints.ts';
import { entriesOf, kebabCase, snakeCase } from './record-names.ts';

/** What every record has beside its own fields. */
export interface RecordFacts {
  readonly id: string;
  /** Raised by each save; a save says which one it began from. */
  readonly version: number;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string | null;
  readonly updatedBy: string | null;
}

type NamesOf<F extends RecordFields> = {
  readonly [Name in keyof F as F[Name] extends ReferenceField<unknown, boolean>
    ? Name extends `${infer Base}Id`
      ? `${Base}Name`
      : `${Name & string}Name`
    : never]: string | null;
} & {
  readonly [Name in keyof F as F[Name] extends ReferencesField<boolean>
    ? Name extends `${infer Base}Ids`
      ? `${Base}Names`
      : `${Name & string}Names`
    : never]: readonly string[];
};
type NeededOf<F extends RecordFields> = {
  [Name in keyof F]: F[Name] extends RecordField<unknown, true> ? Name : never;
}[keyof F];

/** A row as it is answered. */
export type FieldsRow<F extends RecordFields> = RecordFacts & RowOf<F> & NamesOf<F>;
export type FieldsAdd<F extends RecordFields> = Pick<RowOf<F>, NeededOf<F>> & Partial<RowOf<F>>;
/** What a save sends: a field that is left out stays as it is. */
export type FieldsEdit<F extends RecordFields> = { readonly id: string; readonly version?: number } & Partial<RowOf<F>>;

export type RecordOf<Kind> = Kind extends RecordKind<infer F, infer C> ? FieldsRow<F> & RowOf<C> : never;
export type AddOf<Kind> = Kind extends RecordKind<infer F, infer _> ? FieldsAdd<F> : never;

type Call<Request, Response> = Endpoint<z.ZodType<Request, Request>, z.ZodType<Response>>;

export interface RecordEndpoints<F extends RecordFields, C extends RecordFields> {
  readonly page: Call<RecordQuery, RecordPage<FieldsRow<F> & RowOf<C>>>;
  readonly one: Call<{ id: string }, FieldsRow<F> & RowOf<C>>;
  readonly options: Endpoint<typeof RecordOptionsRequest, z.ZodArray<typeof RecordOption>>;
  readonly history: Endpoint<typeof HistoryRequest, typeof HistoryPage>;
  readonly add: Call<FieldsAdd<F>, FieldsRow<F> & RowOf<C>>;
  readonly edit: Call<FieldsEdit<F>, FieldsRow<F> & RowOf<C>>;
  readonly turn: Endpoint<typeof TurnRecordsRequest, typeof RecordResults>;
  readonly remove: Endpoint<typeof OneRecordRequest, typeof RemovedRecord>;
  readonly removeMany: Endpoint<typeof ManyRecordsRequest, typeof RecordResults>;
  readonly export: Call<RecordQuery, ExportJob>;
  readonly importCheck: Endpoint<typeof CheckImportRequest, typeof ImportJob>;
  readonly exportXls: Call<RecordQuery & { readonly paramsStr?: string | undefined }, AnsweredFile>;
  readonly importExcel: Endpoint<typeof CheckImportRequest, typeof ImportOutcome>;
}

/** Rows of a list that nobody changes: neither version nor author. */
type ListRow<F extends RecordFields, C extends RecordFields> = { readonly id: string } & RowOf<F> &
  NamesOf<F> &
  RowOf<C>;

/** A list without changes, such as payments or log lines (`defineList`). */
export type ListKind<F extends RecordFields = RecordFields, C extends RecordFields = RecordFields> = Omit<
  RecordKind<F, C>,
  'endpoints'
> & {
  readonly endpoints: {
    readonly page: Call<RecordQuery, RecordPage<ListRow<F, C>>>;
    readonly one: Call<{ id: string }, ListRow<F, C>>;
    readonly export: Call<RecordQuery, ExportJob>;
  };
};
export type ListedOf<Kind> = Kind extends ListKind<infer F, infer C> ? ListRow<F, C> : never;

interface Declaration<F extends RecordFields, C extends RecordFields> {
  /** `hardwareType`: permissions `hardware-type:view`, audit and live kind. */
  readonly name: string;
  /** Its texts: `locales/<namespace>.<language>.json`; the name in the plural. */
  readonly namespace: string;
  readonly calls: RecordCalls;
  readonly fields: F;
  /** What rows hold beside, such as how many robots stand there; `serveRecords` says how it is known. */
  readonly computed?: C;
  /** What conditions may ask beside the fields, such as the hour of a time; `RecordServing.asked` says how it is known. */
  readonly asked?: SuperFields;
  /** The field that people know a record by; the first one unless named. Of a list without changes it may be a computed one. */
  readonly label?: (keyof F | keyof C) & string;
  /** The same for Chinese readers; where it is empty they see the other. */
  readonly labelZh?: keyof F & string;
  /** The reference to the record above it: the kind is a tree, and what is removed takes what lies below it along. */
  readonly parent?: keyof F & string;
  /** What the list switches on and off: a flag, or a choice whose first value is on and whose second is off. */
  readonly switch?: keyof F & string;
  /** The problem of a record that is not there, where the kind has one of its own; `record.not-found` unless named. */
  readonly notFound?: string;
  readonly table?: string;
  /** Where it shares the permissions of another kind: `beverage` of a drink's menus. */
  readonly rightsOf?: string;
  /** Of a list: the right that seeing it needs, where that is no right of its own. */
  readonly viewNeeds?: string;
  /** The right that taking its file along needs, where seeing it is not enough. */
  readonly exportNeeds?: string;
  /** The order of a list that asks for none; the newest first unless named. */
  readonly order?: { readonly by: keyof F & string; readonly direction: 'asc' | 'desc' };
  /** How many a list answers that does not say it, where ten are not enough. */
  readonly pageSize?: number;
  /** The field that pickers of the older contract store, beside the dictionary of ids: `sys_position,name,code`. */
  readonly value?: keyof F & string;
  /** As duplicate checks and table dictionaries of the older contract name it; the table unless named. */
  readonly olderTable?: string;
  /** What a form that adds asks for beside the fields, and nobody reads again, such as a first password. */
  readonly addWith?: Readonly<Record<string, z.ZodType>>;
  /** What older clients write in place of fields; `RecordServing.read` says of which. */
  readonly older?: Readonly<Record<string, z.ZodType>>;
  /** What the nodes of its tree say beside its fields: a form of the older contract sends them back with the rest. */
  readonly nodes?: readonly string[];
  /** What else is done to a record and told in its history, by the action of its audit rows, with what those say (`kind.act.<verb>`). */
  readonly acts?: Readonly<Record<string, RecordFields>>;
  /** Verbs that the kind does not have. */
  readonly without?: readonly RecordVerb[];
  /** Of a list without changes: the field that holds when a row was made. */
  readonly time?: keyof F & string;
}

/** The field that is switched, and its two values. */
export interface RecordSwitch {
  readonly field: string;
  readonly on: unknown;
  readonly off: unknown;
}

/** A kind of record: what its routes, forms, lists, files and tests are made from. */
export interface RecordKind<F extends RecordFields = RecordFields, C extends RecordFields = RecordFields>
  extends RecordTarget {
  readonly namespace: string;
  readonly calls: RecordCalls;
  readonly fields: F;
  readonly computed: C;
  readonly acts: Readonly<Record<string, RecordFields>>;
  readonly labelField: string;
  readonly labelZhField: string | undefined;
  /** The field that a second table dictionary has as its values. */
  readonly valueField: string | undefined;
  readonly parentField: string | undefined;
  /** When a row was made, by which lists are ordered and narrowed: `createdAt`, or a field of a list without changes. */
  readonly timeField: string;
  /** Rows have no version, author and history, and no calls but those that read. */
  readonly isReadOnly: boolean;
  readonly switch: RecordSwitch | undefined;
  readonly order: { readonly by: string; readonly direction: 'asc' | 'desc' };
  /** Its permissions are those of another kind. */
  readonly sharesRights: boolean;
  readonly notFound: string;
  readonly olderTable: string;
  readonly verbs: readonly RecordVerb[];
  /** Names of what is asked for once, when a record is added. */
  readonly askedOnce: readonly string[];
  readonly superFields: SuperFields;
  /** Names that the list can be sorted by. */
  readonly sortable: readonly [string, ...string[]];
  /** The filters of its list, as an export keeps them. */
  readonly filters: z.ZodType<RecordQuery>;
  readonly importLimits: ImportLimits;
  /** `supplier:edit`. */
  permission(action: RecordAction): string;
  /** Of its files. */
  readonly exportPermission: string;
  readonly endpoints: RecordEndpoints<F, C>;
}

const READ_VERBS: ReadonlySet<string> = new Set(['page', 'one', 'export'] satisfies RecordVerb[]);

type ListDeclaration<F extends RecordFields, C extends RecordFields> = Pick<
  Declaration<F, C>,
  | 'name'
  | 'namespace'
  | 'calls'
  | 'fields'
  | 'computed'
  | 'asked'
  | 'label'
  | 'table'
  | 'notFound'
  | 'rightsOf'
  | 'exportNeeds'
  | 'viewNeeds'
> & { readonly time: keyof F & string };

/**
 * Declares a list of rows that nobody changes through it: its page with filters, order and advanced query, one row, and the file.
 * `serveList` answers the calls and `recordsPage` shows them.
 */
export function defineList<const F extends RecordFields, const C extends RecordFields = Record<never, never>>(
  declaration: ListDeclaration<F, C>,
): ListKind<F, C> {
  return defineRecords<F, C>(declaration) as unknown as ListKind<F, C>;
}

/**
 * Declares a kind of record. Its calls, their schemas and permissions, the filters and conditions of its list follow from the
 * fields; `serveRecords` answers the calls and `recordsPage` shows them.
 */
export function defineRecords<const F extends RecordFields, const C extends RecordFields = Record<never, never>>(
  declaration: Declaration<F, C>,
): RecordKind<F, C> {
  const { name, namespace, calls, fields, addWith = {}, older = {}, nodes = [], without = [] } = declaration;
  const computed = (declaration.computed ?? {}) as C;
  const labelField = declaration.label ?? Object.keys(fields)[0] ?? 'id';
  const table = declaration.table ?? snakeCase(name);
  const label = snakeCase(labelField);
  const labelZh = declaration.labelZh && snakeCase(declaration.labelZh);
  const isSystem = calls.family === 'system';
  const isReadOnly = declaration.time !== undefined;
  const timeField = declaration.time ?? 'createdAt';
  // older clients ask for it by one name, whatever the list calls it
  const timeName = isSystem ? 'createTime' : timeField;
  const superFields: SuperFields = Object.fromEntries([
    ...entriesOf(fields).flatMap(([field, { asked }]) => (asked ? [[field, asked] as const] : [])),
    ...Object.entries(declaration.asked ?? {}),
    [timeName, { kind: 'time' } as const],
  ]);
  const sortable = [
    timeField,
    ...entriesOf({ ...fields, ...computed }).flatMap(([field, { sort }]) =>
      sort && field !== timeField ? [field] : [],
    ),
  ] as unknown as readonly [string, ...string[]];
  const filters = filtersOf({ fields, superFields, sortable, isSystem, pageSize: declaration.pageSize });
  const permission = (action: RecordAction) =>
    (action === 'view' && declaration.viewNeeds) || `${kebabCase(declaration.rightsOf ?? name)}:${action}`;
  const row = rowSchema({ fields, computed, isSystem, isReadOnly });
  const exportPermission = declaration.exportNeeds ?? permission('view');
  const endpoints = endpointsOf({
    ...{ namespace, calls, fields, addWith, older, nodes, permission, exportPermission, filters, row },
  });
  const isThere = (verb: string) =>
    verb in calls.names &&
    !(without as readonly string[]).includes(verb) &&
    (verb !== 'turn' || declaration.switch) &&
    (!isReadOnly || READ_VERBS.has(verb));
  return {
    name,
    namespace,
    table,
    label,
    ...(labelZh === undefined ? {} : { labelZh }),
    labelField,
    labelZhField: declaration.labelZh,
    valueField: declaration.value,
    parentField: declaration.parent,
    timeField,
    isReadOnly,
    dictionary: `${declaration.olderTable ?? table},${label},id`,
    olderTable: declaration.olderTable ?? table,
    switch: switchOf(fields, declaration.switch),
    order: declaration.order ?? { by: timeField, direction: 'desc' },
    sharesRights: declaration.rightsOf !== undefined,
    notFound: declaration.notFound ?? 'record.not-found',
    calls,
    fields,
    computed,
    acts: declaration.acts ?? {},
    superFields,
    sortable,
    filters: z.object({ ...filters, ...selected }) as unknown as z.ZodType<RecordQuery>,
    importLimits: IMPORT_LIMITS,
    askedOnce: Object.keys(addWith),
    verbs: (Object.keys(endpoints) as RecordVerb[]).filter(isThere),
    permission,
    exportPermission,
    endpoints: Object.fromEntries(
      Object.entries(endpoints).filter(([verb]) => isThere(verb)),
    ) as unknown as RecordEndpoints<F, C>,
  };
}

function switchOf(fields: RecordFields, field: string | undefined): RecordSwitch | undefined {
  const declared = field === undefined ? undefined : fields[field];
  if (field === undefined || !declared) return undefined;
  const [on, off] = declared.kind === 'flag' ? [true, false] : (declared.values ?? []);
  return { field, on, off };
}
