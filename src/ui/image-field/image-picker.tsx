import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dimensions, ImageRules, UploadKind } from '#platform/files/contract/upload-kinds.ts';
import { typeNames } from '#platform/files/rules/image-fault.ts';
import { fileAddress } from '#platform/files/web/file-address.ts';
import { sizeText } from '#platform/http/rules/size-text.ts';
import { Button, IconButton } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import { Progress } from '../progress/progress.tsx';
import { CropPart } from './crop-part.tsx';
import { isFilm, StoredPicture } from './stored-picture.tsx';
import { type PictureState, usePictureUpload } from './use-picture-upload.ts';
import './image-field.css';

export interface ImagePickerProps {
  /** What the picture is for; its rules are those of the server. */
  kind: UploadKind;
  /** What the picture shows, for who does not see it: "Icon of the spot". */
  label: string;
  /** Path of the stored picture; empty where there is none. */
  value: string;
  onChange: (path: string) => void;
  /** The size at which screens show it, in CSS pixels. */
  shownAt: Dimensions;
  isRound?: boolean;
  disabled?: boolean | undefined;
  /** Of the button, for a label outside. */
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

/** A picture that is chosen, dropped or pasted, checked before it is sent, cut where its kind has a shape, and shown as it will be. */
export function ImagePicker(props: ImagePickerProps) {
  const { kind, label, value, onChange, shownAt, isRound = false, disabled = false } = props;
  const { t } = useTranslation('files');
  const upload = usePictureUpload(kind, (file) => onChange(file.path));
  const { state, rules } = upload;
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const rulesId = useId();
  const stateId = useId();
  const take = (files: FileList | undefined | null): boolean => {
    const file = files?.[0];
    if (!file || disabled) return false;
    upload.choose(file);
    return true;
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (take(event.clipboardData.files)) event.preventDefault();
  };
  const onDrag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over && !disabled);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the same is done by the button inside
    <div
      className={`image-picker ${isOver ? 'image-picker-over' : ''}`}
      aria-busy={isBusy(state) || undefined}
      onPaste={onPaste}
      onDragEnter={onDrag(true)}
      onDragOver={onDrag(true)}
      onDragLeave={onDrag(false)}
      onDrop={(event) => {
        onDrag(false)(event);
        take(event.dataTransfer.files);
      }}
    >
      <PicturePreview {...{ value, label, shownAt, isRound }} />
      <div className="image-picker-side">
        <div className="button-group">
          <Button
            id={props.id}
            icon="upload"
            disabled={disabled}
            busy={state.step === 'reading'}
            aria-invalid={props['aria-invalid']}
            aria-describedby={[props['aria-describedby'], rulesId, stateId].filter(Boolean).join(' ')}
            onClick={() => input.current?.click()}
          >
            {value === '' ? t('choose') : t('replace')}
          </Button>
          {value !== '' && (
            <IconButton icon="trash" label={t('remove', { label })} disabled={disabled} onClick={() => onChange('')} />
          )}
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
        accept={acceptedBy(rules)}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      <CropPart upload={upload} isRound={isRound} />
    </div>
  );
}

export const isBusy = ({ step }: PictureState): boolean => step === 'sending' || step === 'reading';

/** What the system's own dialog offers. */
export function acceptedBy({ types, video }: ImageRules): string {
  return [...types, ...(video ? ['mp4'] : [])].map((type) => `.${type === 'jpg' ? 'jpg,.jpeg' : type}`).join(',');
}

/** The stored picture as screens show it, or the place that it would have. */
export function PicturePreview({
  value,
  label,
  shownAt,
  isRound,
}: Pick<ImagePickerProps, 'value' | 'label' | 'shownAt' | 'isRound'>) {
  const { t } = useTranslation('files');
  const className = `image-preview ${isRound ? 'image-preview-round' : ''}`;
  const style = { inlineSize: `${shownAt.width}px`, aspectRatio: `${shownAt.width} / ${shownAt.height}` };
  if (value === '')
    return (
      <span className={className} style={style} role="img" aria-label={t('none', { label })}>
        <Icon name="image" size={Math.min(32, Math.max(16, shownAt.width / 2))} />
      </span>
    );
  if (isFilm(value))
    return (
      <span className={className} style={style}>
        <StoredPicture path={value} label={label} className="image-preview-film" canPlay />
      </span>
    );
  return <img className={className} style={style} src={fileAddress(value)} alt={label} {...shownAt} />;
}

/** What may be chosen, and the ways to do it. */
export function RulesText({ rules }: { rules: ImageRules }) {
  const { t, i18n } = useTranslation('files');
  const { exact, turns, recommended, types, maxBytes, video } = rules;
  const said = [
    t('ways'),
    t('rules', { types: typeNames(types), maximum: sizeText(maxBytes) }),
    video && t('film', { maximum: sizeText(video.maxBytes), seconds: video.maxSeconds }),
    exact && t(turns ? 'exactTurned' : 'exact', { ...exact }),
    recommended && t('recommended', { ...recommended }),
  ];
  // a full-width stop brings its own distance
  return <>{said.filter(Boolean).join(i18n.language.startsWith('zh') ? '' : ' ')}</>;
}

/** What became of the file that was chosen last. */
export function Told({ state, onCancel }: { state: PictureState; onCancel: () => void }) {
  const { t } = useTranslation('files');
  switch (state.step) {
    case 'sending':
      return (
        <div className="image-sending">
          <Progress label={t('sending', { name: state.name })} value={state.part} max={1} />
          <Button small onClick={onCancel}>
            {t('cancel')}
          </Button>
        </div>
      );
    case 'sent':
      return (
        <p className="image-sent" role="status">
          <Icon name="success" size={14} />
          {t('sent', { width: state.file.width, height: state.file.height, size: sizeText(state.file.size) })}
        </p>
      );
    case 'cancelled':
      return (
        <p className="field-hint" role="status">
          {t('cancelled')}
        </p>
      );
    case 'faulty':
      return (
        <p className="field-fault" role="alert">
          {'text' in state.fault ? state.fault.text : t(`fault.${state.fault.code}`, { ...state.fault.params })}
        </p>
      );
    default:
      return null;
  }
}
