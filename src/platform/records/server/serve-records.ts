import type { RequestContext } from '#platform/context/server/request-context.ts';
import { type Route, route } from '#platform/http/server/route.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { checkImport } from '#platform/imports/server/check-import.ts';
import { importAtOnce } from '#platform/imports/server/import-at-once.ts';
import type { ListKind, RecordKind } from '../contract/define-records.ts';
import type { RecordFields } from '../contract/fields.ts';
import type { RecordQuery } from '../contract/record-endpoints.ts';
import { listRecords, oneRecord, recordOptions } from './list-records.ts';
import { recordDictionaries, recordUniqueFields } from './record-dictionary.ts';
import { exportRecords, recordExport } from './record-export.ts';
import { sendRecords } from './record-file.ts';
import { recordHistory } from './record-history.ts';
import { recordImport } from './record-import.ts';
import type { Values } from './record-rows.ts';
import { removeRecord, removeRecords, turnRecords, undoOf } from './remove-record.ts';
import { addRecord, editRecord } from './save-record.ts';
import type { RecordServing, RecordSight, ServedKind } from './serving.ts';

/** What a kind adds to its slice; `served` is for calls that the slice writes by hand. */
export type SlicePart = { readonly served: ServedKind } & Required<
  Pick<ServerSlice, 'routes' | 'exports' | 'imports' | 'reversibles' | 'uniqueFields' | 'tableDictionaries' | 'kinds'>
>;

export interface ServeOptions<F extends RecordFields> extends RecordServing<F> {
  /** Cells of the import's template. */
  readonly examples?: Readonly<Partial<Record<keyof F & string, string>>>;
  /** Its changes want the password (`requireStepUp` of `decide`): so does a table of them. */
  readonly steppedUp?: boolean;
}

/** Answers every call of a kind; what it does differently is said in `options`. */
export function serveRecords<F extends RecordFields, C extends RecordFields>(
  kind: RecordKind<F, C>,
  options: ServeOptions<F> = {},
): SlicePart {
  // the machinery reads fields by their names: their types are the caller's business
  const served = { ...options, kind } as unknown as ServedKind;
  const file = recordExport(served);
  const { examples = {}, steppedUp = false } = options;
  const table = recordImport(served, examples as Readonly<Record<string, string>>, steppedUp);
  const calls = served.kind.endpoints;
  type Answer = never;
  const all: Partial<Record<string, () => Route>> = {
    page: () => route(calls.page, (context, request) => listRecords(served, context, request) as Promise<Answer>),
    one: () => route(calls.one, (context, { id }) => oneRecord(served, context, id) as Promise<Answer>),
    options: () => route(calls.options, (context, request) => recordOptions(served, context, request)),
    history: () => route(calls.history, (context, request) => recordHistory(served, context, request)),
    add: () => route(calls.add, (context, request) => addRecord(served, context, request as Values) as Promise<Answer>),
    edit: () =>
      route(
        calls.edit,
        (context, request) => editRecord(served, context, request as unknown as Values) as Promise<Answer>,
      ),
    turn: () => route(calls.turn, (context, request) => turnRecords(served, context, request)),
    remove: () => route(calls.remove, (context, { id }) => removeRecord(served, context, id)),
    removeMany: () => route(calls.removeMany, (context, { ids }) => removeRecords(served, context, ids)),
    export: () =>
      route(calls.export, (context: RequestContext, request: RecordQuery) =>
        exportRecords(served, file, context, request),
      ),
    importCheck: () => route(calls.importCheck, (context, request) => checkImport(context, table, request)),
    exportXls: () =>
      route(calls.exportXls, (context: RequestContext, request: RecordQuery) =>
        sendRecords(served, file, context, request),
      ),
    importExcel: () => route(calls.importExcel, (context, request) => importAtOnce(context, table, request)),
  };
  return {
    served,
    routes: kind.verbs.flatMap((verb) => all[verb]?.() ?? []),
    exports: kind.verbs.includes('export') ? [file] : [],
    imports: kind.verbs.includes('importCheck') ? [table] : [],
    reversibles: kind.verbs.includes('remove') ? [undoOf(served)] : [],
    uniqueFields: recordUniqueFields(served),
    tableDictionaries: recordDictionaries(served),
    kinds: [served.kind],
  };
}

export type ListServing = Pick<
  RecordServing,
  'rows' | 'computed' | 'alsoFound' | 'asked' | 'masked' | 'ofPeople' | 'exportRange' | 'counts'
> & {
  readonly visible?: Pick<RecordSight, 'condition' | 'ruled'>;
};

/** Answers the calls of a list that nobody changes: its page, one row of it, and the file. */
export function serveList<F extends RecordFields, C extends RecordFields>(
  kind: ListKind<F, C>,
  serving: ListServing = {},
): SlicePart {
  const { routes, exports, kinds, served } = serveRecords(kind as unknown as RecordKind, serving as RecordServing);
  return { served, routes, exports, kinds, imports: [], reversibles: [], uniqueFields: [], tableDictionaries: [] };
}

/** A slice out of kinds and of what else it has. */
export function sliceOf(slice: ServerSlice, ...parts: readonly SlicePart[]): ServerSlice {
  const all = [slice, ...parts];
  return {
    ...slice,
    routes: all.flatMap((part) => part.routes ?? []),
    exports: all.flatMap((part) => part.exports ?? []),
    imports: all.flatMap((part) => part.imports ?? []),
    reversibles: all.flatMap((part) => part.reversibles ?? []),
    uniqueFields: all.flatMap((part) => part.uniqueFields ?? []),
    tableDictionaries: all.flatMap((part) => part.tableDictionaries ?? []),
    kinds: all.flatMap((part) => part.kinds ?? []),
  };
}
