import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { saidOf } from '#platform/i18n/rules/join-words.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { useLive } from '#platform/live/web/live.ts';
import type { RecordKind } from '#platform/records/contract/define-records.ts';
import { DICTIONARIES_CHANGED } from '#system/dictionaries/contract/live.ts';
import {
  RecordDialog,
  RecordFields,
  RecordSwitch,
  type Row,
  useRecordCalls,
  useWords,
} from '#system/records/web/record-page.tsx';
import { useMay } from '#ui/allowed/allowed.tsx';
import { Button, IconButton } from '#ui/button/button.tsx';
import { useLanguage } from '#ui/language/use-language.ts';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { SortableList } from '#ui/sortable/sortable-list.tsx';
import { movedPlaces } from '#ui/sortable/sorted-place.ts';
import { Tag } from '#ui/tag/tag.tsx';
import { type DictionaryItemRecord, dictionaries, dictionaryItems } from '../contract/dictionaries.ts';
import { dictionaryRecordEndpoints } from '../contract/endpoints.ts';
import './dictionary-records.css';

const kind = dictionaryItems as unknown as RecordKind;
const AT_ONCE = 100;
/** The order is given by the list, and the value of what is delivered stays. */
const ASKED = ['itemText', 'itemTextZh', 'itemValue', 'description', 'status'];
const OF_DELIVERED = ASKED.filter((field) => field !== 'itemValue');

async function allItems(dictId: string, signal: AbortSignal): Promise<DictionaryItemRecord[]> {
  const items: DictionaryItemRecord[] = [];
  for (let pageNo = 1; ; pageNo += 1) {
    const asked = { dictId, pageNo, pageSize: AT_ONCE };
    const page = await call(dictionaryItems.endpoints.page, asked, { signal, notices: 'none' });
    items.push(...page.records);
    if (pageNo >= page.pages) return items;
  }
}

/** The items of a dictionary in their order: dragged, switched, added and edited here. */
export function DictionaryItems({ dictId }: { dictId: string }) {
  const { t } = useTranslation(['records', 'dictionary-items']);
  const queries = useQueryClient();
  const may = useMay();
  const words = useWords(kind);
  const [editing, setEditing] = useState<{ row: Row | undefined }>();
  const key = [dictionaryItems.namespace, dictId];
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => allItems(dictId, signal) });
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: [dictionaryItems.namespace] });
    await queries.invalidateQueries({ queryKey: [dictionaries.namespace] });
  };
  useLive(DICTIONARIES_CHANGED, () => void queries.invalidateQueries({ queryKey: key }));
  const { remove } = useRecordCalls(kind, words, refresh);
  const move = async (items: readonly DictionaryItemRecord[], from: number, to: number) => {
    const ordered = movedPlaces(items.length, from, to).flatMap((place) => items[place] ?? []);
    queries.setQueryData(key, ordered);
    const ids = ordered.map(({ id }) => id);
    await call(dictionaryRecordEndpoints.orderItems, { dictId, ids }).catch(() => undefined);
    await refresh();
  };
  return (
    <section className="dictionary-items" aria-labelledby="dictionary-items">
      <header>
        <h3 id="dictionary-items">{t('kind.title', { ns: 'dictionary-items' })}</h3>
        {may(dictionaryItems.endpoints.add) && (
          <Button small icon="plus" onClick={() => setEditing({ row: undefined })}>
            {t('add.button', { record: words.one })}
          </Button>
        )}
      </header>
      <Loaded query={query} queryKey={key} skeleton={<Skeleton height={160} />}>
        {(items) =>
          items.length === 0 ? (
            <p className="quiet">{t('none', { ns: 'dictionary-items' })}</p>
          ) : (
            <SortableList
              label={t('kind.title', { ns: 'dictionary-items' })}
              items={items}
              idOf={({ id }) => id}
              nameOf={(item) => words.nameOf(item as unknown as Row)}
              onMove={(from, to) => void move(items, from, to)}
              disabled={!may(dictionaryRecordEndpoints.orderItems)}
            >
              {(item) => (
                <Item
                  item={item}
                  onEdit={() => setEditing({ row: item as unknown as Row })}
                  onRemove={() => void remove(item as unknown as Row)}
                />
              )}
            </SortableList>
          )
        }
      </Loaded>
      {editing && (
        <RecordDialog
          kind={kind}
          row={editing.row}
          words={words}
          given={{ dictId }}
          form={({ row }) => (
            <RecordFields kind={kind} id={row?.id} only={row?.['isDelivered'] ? OF_DELIVERED : ASKED} />
          )}
          onSaved={() => void refresh()}
          onClose={() => setEditing(undefined)}
        />
      )}
    </section>
  );
}

function Item({ item, onEdit, onRemove }: { item: DictionaryItemRecord; onEdit: () => void; onRemove: () => void }) {
  const { t } = useTranslation(['records', 'dictionary-items']);
  const may = useMay();
  const language = useLanguage();
  const { itemText, itemTextZh, itemValue, isDelivered } = item;
  const name = localName(language, itemText, itemTextZh);
  const other = [itemText, itemTextZh].find((text) => text !== '' && text !== name);
  const named = (verb: string) => saidOf(verb, name, language);
  return (
    <>
      <div className="dictionary-item">
        <span>{name}</span>
        <code>{itemValue}</code>
        {other && <small>{other}</small>}
        {isDelivered && <Tag plain>{t('delivered', { ns: 'dictionary-items' })}</Tag>}
      </div>
      <RecordSwitch kind={kind} row={item as unknown as Row} />
      {may(dictionaryItems.endpoints.edit) && (
        <IconButton small icon="edit" label={named(t('edit.button'))} onClick={onEdit} />
      )}
      {may(dictionaryItems.endpoints.remove) && !isDelivered && (
        <IconButton small icon="trash" label={named(t('remove.button'))} onClick={onRemove} />
      )}
    </>
  );
}
