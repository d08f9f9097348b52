import { type ClipboardEvent, type DragEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../button/button.tsx';
import { CropPart } from '../image-field/crop-part.tsx';
import {
  acceptedBy,
  type ImagePickerProps,
  isBusy,
  PicturePreview,
  RulesText,
  Told,
} from '../image-field/image-picker.tsx';
import { usePictureUpload } from '../image-field/use-picture-upload.ts';
import { SortHandle, SortStatus } from '../sortable/sort-handle.tsx';
import { movedPlaces } from '../sortable/sorted-place.ts';
import { focusInPlace, useAfterwards } from '../sortable/use-afterwards.ts';
import { useSortable } from '../sortable/use-sortable.ts';
import './image-list.css';

export interface ImageListProps extends Omit<ImagePickerProps, 'value' | 'onChange' | 'isRound'> {
  /** Paths of the stored pictures, in their order. */
  values: readonly string[];
  onChange: (paths: readonly string[]) => void;
  /** The most there may be. */
  max?: number | undefined;
}

/** Several pictures: chosen, dropped or pasted together, sent one after the other, put in order, removed. */
export function ImageList(props: ImageListProps) {
  const { kind, label, values, onChange, shownAt, max = Number.POSITIVE_INFINITY, disabled = false } = props;
  const { t } = useTranslation(['files', 'ui']);
  // pictures arrive later, and find a list that may be another by then
  const latest = useRef({ values, onChange });
  useLayoutEffect(() => {
    latest.current = { values, onChange };
  });
  const upload = usePictureUpload(kind, ({ path }) => {
    const { values: now, onChange: change } = latest.current;
    if (!now.includes(path)) change([...now, path]);
  });
  const { state, rules } = upload;
  const waiting = useQueue(state.step, upload.choose);
  const room = Math.max(0, max - values.length);
  const take = (files: FileList | null | undefined): boolean => {
    if (disabled || room === 0 || !files || files.length === 0) return false;
    waiting([...files].slice(0, room));
    return true;
  };
  const list = useRef<HTMLOListElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const afterwards = useAfterwards();
  const nameOf = (place: number) => t('picture', { number: place + 1 });
  const sortable = useSortable({
    count: values.length,
    nameOf,
    onMove: (from, to) => onChange(movedPlaces(values.length, from, to).map((place) => values[place] ?? '')),
  });
  const addId = useId();
  const remove = (place: number) => {
    onChange(values.filter((_, at) => at !== place));
    sortable.say(t('rows.removed', { ns: 'ui', name: nameOf(place) }));
    afterwards(() =>
      focusInPlace(
        list.current?.querySelectorAll<HTMLElement>('.image-list-remove'),
        place,
        document.getElementById(props.id ?? addId),
      ),
    );
  };
  const [isOver, setOver] = useState(false);
  const onDrag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over && !disabled);
  };
  const [rulesId, stateId] = [useId(), useId()];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the same is done by the button inside
    <div
      className={`image-list ${isOver ? 'image-picker-over' : ''}`}
      aria-busy={isBusy(state) || undefined}
      onPaste={(event: ClipboardEvent) => take(event.clipboardData.files) && event.preventDefault()}
      onDragEnter={onDrag(true)}
      onDragOver={onDrag(true)}
      onDragLeave={onDrag(false)}
      onDrop={(event) => {
        onDrag(false)(event);
        take(event.dataTransfer.files);
      }}
    >
      <ol ref={list} aria-label={label}>
        {values.map((path, place) => (
          <li key={path}>
            <SortHandle sortable={sortable} place={place} disabled={disabled} />
            <PicturePreview value={path} label={nameOf(place)} shownAt={shownAt} isRound={false} />
            <span aria-hidden>{nameOf(place)}</span>
            <IconButton
              icon="trash"
              small
              className="image-list-remove"
              label={t('remove', { label: nameOf(place) })}
              disabled={disabled}
              onClick={() => remove(place)}
            />
          </li>
        ))}
      </ol>
      <div className="image-picker-side">
        <div>
          <Button
            id={props.id ?? addId}
            icon="upload"
            disabled={disabled}
            busy={isBusy(state)}
            reason={room === 0 ? t('rows.full', { ns: 'ui', max }) : undefined}
            aria-invalid={props['aria-invalid']}
            aria-describedby={[props['aria-describedby'], rulesId, stateId].filter(Boolean).join(' ')}
            onClick={() => input.current?.click()}
          >
            {t('add')}
          </Button>
        </div>
        <p className="field-hint" id={rulesId}>
          <RulesText rules={rules} />
        </p>
        <div className="image-picker-state" id={stateId}>
          <Told state={state} onCancel={upload.cancel} />
        </div>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        multiple={room > 1}
        accept={acceptedBy(rules)}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      <CropPart upload={upload} isRound={false} />
      <SortStatus sortable={sortable} />
    </div>
  );
}

/** Files go one after the other; what is wrong with one, or given up, ends the row. */
function useQueue(step: string, choose: (file: File) => void): (files: readonly File[]) => void {
  const waiting = useRef<File[]>([]);
  const latest = useRef(choose);
  useLayoutEffect(() => {
    latest.current = choose;
  });
  useEffect(() => {
    if (step === 'faulty' || step === 'cancelled') waiting.current = [];
    const next = step === 'sent' ? waiting.current.shift() : undefined;
    if (next) latest.current(next);
  }, [step]);
  return (files) => {
    const [first, ...others] = files;
    waiting.current = others;
    if (first) choose(first);
  };
}
