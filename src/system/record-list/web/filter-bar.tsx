import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button/button.tsx';
import { fetchDateParts } from '#ui/date/date-part.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { KEYS } from '#ui/keyboard/keys.ts';
import { useShortcuts } from '#ui/keyboard/use-shortcuts.ts';
import { Menu } from '#ui/menu/menu.tsx';
import { OpenedPart } from '#ui/opened-part/opened-part.tsx';
import { Popover } from '#ui/placement/popover.tsx';
import type { Filter } from '#ui/record-list/filters.ts';
import { useFilterText } from '#ui/record-list/use-filter-text.ts';
import type { RecordList } from '#ui/record-list/use-record-list.ts';
import { useIsNarrow } from '#ui/record-table/use-media.ts';
import { FilterSheet, type NamedFilter } from './filter-sheet.tsx';
import { fetchFilterEditor, LazyFilterEditor } from './lazy-filter-editor.ts';
import { SearchBox } from './search-box.tsx';

const AdvancedDialog = lazy(() => import('./advanced/advanced-dialog.tsx'));
const ConditionChips = lazy(() => import('./advanced/condition-chips.tsx'));

interface FilterBarProps<Row extends object> {
  list: RecordList<Row>;
  /** Nothing to clear: the filters are those of the view that is shown. */
  isClear?: boolean;
  children?: ReactNode;
}

/** Search box, promoted filters, "Add filter", chips in words, clear all; under 768 px a sheet (ux-guide 3, 13). */
export function FilterBar<Row extends object>({ list, isClear, children }: FilterBarProps<Row>) {
  const { t } = useTranslation('ui');
  const { t: tSlice } = useTranslation(list.namespace);
  const isNarrow = useIsNarrow();
  const [added, setAdded] = useState<string>();
  const [menuAt, setMenuAt] = useState<Element>();
  const [isAdvanced, setAdvanced] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const { values } = list.state;

  const all = Object.entries(list.shape.filters);
  const search = all.find(([, filter]) => filter.kind === 'search');
  const others = all.filter(([, filter]) => filter.kind !== 'search');
  const shown = others.filter(([name, filter]) => filter.promoted || values[name] !== undefined || added === name);
  const rest = others.filter((entry) => !shown.includes(entry));
  const labelOf = ([name, filter]: NamedFilter): string => filter.label ?? tSlice(`field.${name}`);
  const activeCount = Object.keys(values).length + (list.state.where ? 1 : 0);

  useShortcuts({
    [KEYS.search]: () => (searchBox.current ? searchBox.current.focus() : false),
    [KEYS.filter]: () => (addButton.current && rest.length > 0 ? setMenuAt(addButton.current) : false),
  });

  return (
    <search className="filter-bar">
      {search && (
        <SearchBox
          placeholder={tSlice('list.search')}
          value={values[search[0]] ?? ''}
          box={searchBox}
          onSearch={(words) => list.filter(search[0], words || undefined, { replace: values[search[0]] !== undefined })}
        />
      )}
      {isNarrow ? (
        <FilterSheet
          list={list}
          filters={others}
          labelOf={labelOf}
          isClear={activeCount === 0 || isClear}
          onAdvanced={list.shape.advanced && (() => setAdvanced(true))}
        />
      ) : (
        <>
          {shown.map(([name, filter]) => (
            <FilterPill
              key={name}
              name={name}
              filter={filter}
              list={list}
              label={labelOf([name, filter])}
              startsOpen={added === name}
              onClosed={() => setAdded(undefined)}
            />
          ))}
          {rest.length > 0 && (
            <Button
              ref={addButton}
              kind="quiet"
              icon="plus"
              className="filter-add"
              aria-haspopup="menu"
              aria-expanded={menuAt !== undefined}
              onClick={(event) => setMenuAt(event.currentTarget)}
            >
              {t('filter.add')}
            </Button>
          )}
          {menuAt && (
            <Menu
              label={t('filter.add')}
              anchor={menuAt}
              entries={rest.map((entry) => ({
                key: entry[0],
                label: labelOf(entry),
                onSelect: () => setAdded(entry[0]),
              }))}
              onClose={() => setMenuAt(undefined)}
            />
          )}
        </>
      )}
      <AdvancedFilter list={list} isOpen={isAdvanced} onOpen={setAdvanced} hasButton={!isNarrow} />
      {activeCount > 0 && !isClear && !isNarrow && (
        <Button kind="link" onClick={list.clear}>
          {t('filter.clear')}
        </Button>
      )}
      {children}
    </search>
  );
}

interface AdvancedFilterProps<Row extends object> {
  list: RecordList<Row>;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** A phone opens it from the sheet of filters. */
  hasButton: boolean;
}

/** Conditions that no filter offers, where the list takes them: their chips and the dialog that builds them. */
function AdvancedFilter<Row extends object>({ list, isOpen, onOpen, hasButton }: AdvancedFilterProps<Row>) {
  const { t } = useTranslation('ui');
  const { advanced } = list.shape;
  if (!advanced) return null;
  return (
    <>
      {list.state.where && (
        <Suspense fallback={null}>
          <ConditionChips list={list} fields={advanced} onEdit={() => onOpen(true)} />
        </Suspense>
      )}
      {hasButton && (
        <Button kind="quiet" icon="filter" className="filter-add" aria-haspopup="dialog" onClick={() => onOpen(true)}>
          {t('where.button')}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <AdvancedDialog list={list} fields={advanced} onClose={() => onOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

interface FilterPillProps<Row extends object> {
  name: string;
  filter: Filter;
  list: RecordList<Row>;
  label: string;
  startsOpen: boolean;
  onClosed: () => void;
}

function FilterPill<Row extends object>({ name, filter, list, label, startsOpen, onClosed }: FilterPillProps<Row>) {
  const { t } = useTranslation('ui');
  const [anchor, setAnchor] = useState<Element>();
  const button = useRef<HTMLButtonElement>(null);
  const value = list.state.values[name];
  const text = useFilterText(name, filter, list.namespace, value);
  useEffect(() => {
    if (startsOpen) setAnchor(button.current ?? undefined);
  }, [startsOpen]);
  const close = () => {
    setAnchor(undefined);
    onClosed();
  };
  const fetchParts = () => {
    fetchFilterEditor();
    if (filter.kind === 'dateRange') fetchDateParts();
  };
  return (
    <span className={value === undefined ? 'filter-pill' : 'filter-pill filter-active'}>
      <button
        ref={button}
        type="button"
        data-tip-cut=""
        onPointerEnter={fetchParts}
        onFocus={fetchParts}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => (anchor ? close() : setAnchor(event.currentTarget))}
      >
        <span>
          {label}
          {value !== undefined && (
            <>
              : <strong>{text}</strong>
            </>
          )}
        </span>
        <Icon name="down" size={14} />
      </button>
      {value !== undefined && (
        <button
          type="button"
          className="filter-remove"
          aria-label={t('filter.remove', { label })}
          onClick={() => list.filter(name, undefined)}
        >
          <Icon name="close" size={14} />
        </button>
      )}
      <OpenedPart onClose={close}>
        {anchor && (
          <Popover anchor={anchor} onClose={close} className="filter-popover" role="dialog" aria-label={label}>
            <LazyFilterEditor
              name={name}
              filter={filter}
              namespace={list.namespace}
              label={label}
              value={value}
              request={list.request}
              onChange={(next) => list.filter(name, next)}
              onDone={close}
            />
          </Popover>
        )}
      </OpenedPart>
    </span>
  );
}
