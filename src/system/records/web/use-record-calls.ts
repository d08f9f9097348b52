import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import type { RecordResults } from '#platform/records/contract/record-endpoints.ts';
import { undoChange } from '#platform/undo/web/undo-change.ts';
import { confirm } from '#ui/confirm/confirm.tsx';
import type { Selection } from '#ui/record-list/selection.tsx';
import { toast } from '#ui/toast/toasts.tsx';
import type { Row } from './record-value.tsx';

/** Typed before more than this many go (ux-guide 8). */
const MANY = 20;
const AT_ONCE = 200;

/** What can be done with records of a kind beside adding and editing: removing, one or many, and taking that back. */
export function useRecordCalls(kind: RecordKind, words: RecordWords, refresh: () => Promise<void>) {
  const { t } = useTranslation('records');
  const { t: own } = useTranslation(kind.namespace);
  // a kind may say more of what it means, and for how long it can be undone
  const consequence = own('kind.removal', { defaultValue: t('remove.body') });
  const takeBack = async (changeIds: readonly string[]): Promise<void> => {
    // the last one first: what went before may be what it stands on
    for (const changeId of changeIds.toReversed()) if (!(await undoChange(changeId))) break;
    await refresh();
  };

  /** `below`: how many records of the tree go along; `dependants`: what else loses by it, in words, and how many they are. Answers whether it went. */
  const remove = async (row: Row, below = 0, dependants?: { body: string; count: number }): Promise<boolean> => {
    const name = words.nameOf(row);
    const typed = dependants?.count ?? (below > MANY ? below : 0);
    const question = {
      title: t('remove.title', { record: words.one, name }),
      body: dependants?.body ?? (below > 0 ? t('remove.below', { count: below }) : consequence),
      verb: t('remove.verb'),
      danger: true,
      ...(typed > 0 ? { typeToConfirm: String(typed) } : {}),
    };
    if (!(await confirm(question))) return false;
    const removed = await call(kind.endpoints.remove, { id: row.id }, { idempotencyKey: crypto.randomUUID() }).catch(
      () => undefined,
    );
    await refresh();
    if (removed) toast.success(t('remove.done', { name }), { undo: () => takeBack([removed.changeId]) });
    return removed !== undefined;
  };

  const removeMany = async (selection: Selection): Promise<RecordResults | undefined> => {
    const count = selection.kind === 'ids' ? selection.ids.length : selection.count;
    const question = {
      title: t('remove.many', { count, records: words.many }),
      body: consequence,
      verb: t('remove.verbMany', { count }),
      danger: true,
      ...(count > MANY ? { typeToConfirm: String(count) } : {}),
    };
    if (!(await confirm(question))) return undefined;
    const ids = await selectedIds(kind, selection);
    const results = await inParts(ids, (part) =>
      call(kind.endpoints.removeMany, { ids: part }, { idempotencyKey: crypto.randomUUID() }),
    );
    await refresh();
    const [first] = results.done;
    const changes = results.done.flatMap(({ changeId }) => changeId ?? []);
    const said =
      changes.length === 1 && first
        ? t('remove.done', { name: first.name })
        : t('remove.doneMany', { count: changes.length, records: words.many });
    if (changes.length > 0) toast.success(said, { undo: () => takeBack(changes) });
    return results;
  };
  const turnMany = async (selection: Selection, on: boolean): Promise<RecordResults | undefined> => {
    const count = selection.kind === 'ids' ? selection.ids.length : selection.count;
    const verb = own(on ? 'kind.switch.on' : 'kind.switch.off');
    const question = {
      title: t('turn.many', { verb, count, records: words.many }),
      body: own(on ? 'kind.switch.onBody' : 'kind.switch.offBody'),
      verb,
      ...(count > MANY ? { typeToConfirm: String(count) } : {}),
    };
    if (!(await confirm(question))) return undefined;
    const ids = await selectedIds(kind, selection);
    const results = await inParts(ids, (part) =>
      call(kind.endpoints.turn, { ids: part, on }, { idempotencyKey: crypto.randomUUID() }),
    );
    await refresh();
    if (results.done.length > 0) toast.success(t('turn.doneMany', { count: results.done.length, records: words.many }));
    return results;
  };
  return { remove, removeMany, turnMany };
}

/** As many at once as a call takes; after a part that failed as a whole no other goes. */
async function inParts(
  ids: readonly string[],
  work: (part: string[]) => Promise<RecordResults>,
): Promise<RecordResults> {
  const results: RecordResults = { done: [], failed: [] };
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const part = await work(ids.slice(at, at + AT_ONCE)).catch(() => undefined);
    if (!part) break;
    results.done.push(...part.done);
    results.failed.push(...part.failed);
  }
  return results;
}

/** How the records of a kind are called. */
export interface RecordWords {
  readonly one: string;
  readonly many: string;
  nameOf(row: Row): string;
}

/** The selected records; of all that a list shows page by page. */
export const selectedIds = async (kind: RecordKind, selection: Selection): Promise<readonly string[]> =>
  selection.kind === 'ids' ? selection.ids : idsOf(kind, selection.request);

/** All records that a list shows, page by page. */
async function idsOf(kind: RecordKind, request: Readonly<Record<string, unknown>>): Promise<string[]> {
  const ids: string[] = [];
  for (let pageNo = 1; ; pageNo += 1) {
    const page = await call(kind.endpoints.page, { ...request, pageNo, pageSize: AT_ONCE });
    ids.push(...page.records.map(({ id }) => id));
    if (pageNo >= page.pages) return ids;
  }
}
