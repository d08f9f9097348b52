import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../button/button.tsx';
import { FieldNotes } from '../fields/field-frame.tsx';
import type { RowSource } from '../form-dialog/field-path.ts';
import {
  type FieldProps,
  focusField,
  RowContext,
  useField,
  useForm,
  useNameInRow,
} from '../form-dialog/form-context.ts';
import { rowsFault } from '../form-dialog/form-state.ts';
import { onLeave } from '../form-dialog/on-leave.ts';
import { SortHandle, SortStatus } from '../sortable/sort-handle.tsx';
import { movedPlaces } from '../sortable/sorted-place.ts';
import { focusInPlace, useAfterwards } from '../sortable/use-afterwards.ts';
import { type Sortable, useSortable } from '../sortable/use-sortable.ts';
import { arrangedKeys, fittedKeys, NO_KEYS } from './row-keys.ts';
import './rows.css';

export interface RowsFieldProps extends FieldProps {
  /** What a new row begins with. */
  blank: Readonly<Record<string, unknown>>;
  /** The fields of one row. Their names begin with `at`: `` `${at}.amountMinor` ``. */
  children: (at: string, place: number) => ReactNode;
  /** The most rows there may be. */
  max?: number;
  /** `false`: the order of the rows means nothing. */
  sortable?: boolean;
  /** A row in words, from 0: "Phase 2". */
  rowName?: (place: number) => string;
  /** The words of the button: "Add phase". */
  addLabel?: string;
  /** Where there are no rows yet. */
  empty?: ReactNode;
}

/** A list of objects, edited row by row: rows are added, removed and put in order, each with faults of its own. */
export function RowsField(props: RowsFieldProps) {
  const { blank, children, max = Number.POSITIVE_INFINITY, sortable = true, addLabel, empty, ...shared } = props;
  const { t } = useTranslation('ui');
  const form = useForm();
  const field = useField({ ...shared, word: rowsFault }, undefined, (value) =>
    Array.isArray(value) ? t('rows.count', { count: value.length }) : undefined,
  );
  const rows = Array.isArray(field.value) ? field.value : [];
  const places = movedPlaces(rows.length, 0, 0);
  const nameOf = props.rowName ?? ((place: number) => t('rows.row', { place: place + 1 }));
  const list = useRef<HTMLOListElement>(null);
  const afterwards = useAfterwards();
  const [known, setKnown] = useState(NO_KEYS);
  const { keys } = known;
  if (keys.length !== rows.length) setKnown(fittedKeys(known, rows.length));
  const arrange = (sources: readonly RowSource[]) => {
    form.arrange(props.name, sources);
    setKnown(arrangedKeys(known, sources));
  };
  const sort = useSortable({
    count: rows.length,
    nameOf,
    onMove: (from, to) => arrange(movedPlaces(rows.length, from, to)),
  });
  const add = () => {
    arrange([...places, { added: blank }]);
    afterwards(() => focusField(list.current?.lastElementChild?.querySelector('.rows-fields')?.id ?? ''));
  };
  const remove = (place: number) => {
    arrange(places.filter((one) => one !== place));
    sort.say(t('rows.removed', { name: nameOf(place) }));
    afterwards(() => {
      const removers = list.current?.querySelectorAll<HTMLElement>(':scope > li > .rows-row > .rows-remove');
      focusInPlace(removers, place, document.getElementById(field.id));
    });
  };
  const isFull = rows.length >= max;
  const { onBlur, disabled, ...attributes } = field.attributes;
  return (
    <fieldset className="field rows" disabled={disabled} onBlur={onLeave(onBlur)}>
      <legend className="field-label">
        {field.label} {field.isRequired && <small>{t('form.required')}</small>}
      </legend>
      {rows.length === 0 && <p className="rows-empty">{empty ?? t('rows.empty')}</p>}
      <ol ref={list} className="rows-list">
        {keys.slice(0, rows.length).map((key, place) => (
          <li key={key}>
            <FormRow
              at={`${props.name}.${place}`}
              place={place}
              name={nameOf(place)}
              sortable={sortable ? sort : undefined}
              onRemove={() => remove(place)}
            >
              {children(`${props.name}.${place}`, place)}
            </FormRow>
          </li>
        ))}
      </ol>
      <div className="rows-foot">
        <Button
          id={attributes.id}
          icon="plus"
          aria-describedby={attributes['aria-describedby']}
          reason={isFull ? t('rows.full', { max }) : undefined}
          onClick={add}
        >
          {addLabel ?? t('rows.add')}
        </Button>
      </div>
      <FieldNotes field={field} />
      <SortStatus sortable={sort} />
    </fieldset>
  );
}

interface FormRowProps {
  at: string;
  place: number;
  name: string;
  sortable: Sortable | undefined;
  onRemove: () => void;
  children: ReactNode;
}

function FormRow({ at, place, name, sortable, onRemove, children }: FormRowProps) {
  const { t } = useTranslation('ui');
  const field = useField({ name: at, label: name });
  const fullName = useNameInRow(name);
  const { id, onBlur, 'aria-describedby': describedBy } = field.attributes;
  return (
    <div className="rows-row" data-faulty={field.fault !== undefined || undefined}>
      {sortable && <SortHandle sortable={sortable} place={place} />}
      <span className="rows-name" aria-hidden>
        {name}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset inside of one that is called the list would say both names at each field */}
      <div
        id={id}
        role="group"
        className="rows-fields"
        aria-label={name}
        aria-describedby={describedBy}
        onBlur={onLeave(onBlur)}
      >
        <div className="rows-grid">
          <RowContext value={fullName}>{children}</RowContext>
        </div>
        <FieldNotes field={field} />
      </div>
      <IconButton icon="trash" small className="rows-remove" label={t('rows.remove', { name })} onClick={onRemove} />
    </div>
  );
}
